import { Button, Table, Text } from '@mantine/core'
import { IconBuildingStore, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { CountedLocation } from '@tocsin/contract/console/directory-administration.ts'
import { useState } from 'react'
import { EmptyState } from '../kit/pages/empty-state.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { directoryTexts } from '../texts/directory.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { EntryList } from './list/entry-list.tsx'
import classes from './list/entry-list.module.css'
import { ImportDialog } from './import/import-dialog.tsx'
import { LocationDialog } from './locations/location-dialog.tsx'
import { LocationRow } from './locations/location-row.tsx'
import { locationPageQuery } from './queries.ts'
import { ActionsHead } from './list/row-menu.tsx'
import { useRestore } from './use-restore.ts'

const texts = directoryTexts.locations

type Dialog = { kind: 'add' } | { kind: 'import' } | { kind: 'edit' | 'archive'; location: CountedLocation }

/** Page with the list of all locations, and buttons to add and import locations. */
export function LocationsPage() {
  const search = useSearch({ from: '/staff/administration/directory' })
  const list = useQuery(locationPageQuery(search))
  const [dialog, setDialog] = useState<Dialog>()
  const restore = useRestore('/locations')
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => setDialog({ kind: 'import' })}
      >
        {texts.import}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
        {texts.add}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title={texts.title} actions={actions} />
      <Text c="dimmed" mb="md">
        {texts.explanation}
      </Text>
      <EntryList
        title={texts.title}
        list={list}
        search={search}
        head={<Head />}
        renderRow={(location) => (
          <LocationRow
            key={location.id}
            location={location}
            onEdit={() => setDialog({ kind: 'edit', location })}
            onArchive={() => setDialog({ kind: 'archive', location })}
            onRestore={() => restore(location)}
          />
        )}
        empty={
          <EmptyState
            icon={IconBuildingStore}
            title={texts.empty}
            explanation={texts.emptyExplanation}
            action={
              <Button variant="light" onClick={() => setDialog({ kind: 'add' })}>
                {texts.addWhenEmpty}
              </Button>
            }
          />
        }
      />
      <OpenDialog dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}

const Head = () => (
  <>
    <Table.Th>{texts.name}</Table.Th>
    <Table.Th visibleFrom="sm">{texts.externalId}</Table.Th>
    <Table.Th visibleFrom="sm" className={classes.number}>
      {texts.points}
    </Table.Th>
    <Table.Th visibleFrom="sm" className={classes.number}>
      {directoryTexts.list.incidents}
    </Table.Th>
    <ActionsHead />
  </>
)

function OpenDialog({ dialog, onClose }: { dialog: Dialog | undefined; onClose: () => void }) {
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'add':
      return <LocationDialog onClose={onClose} />
    case 'import':
      return <ImportDialog onClose={onClose} />
    case 'edit':
      return <LocationDialog location={dialog.location} onClose={onClose} />
    case 'archive':
      return (
        <ArchiveDialog
          path={`/locations/${dialog.location.id}`}
          name={dialog.location.name}
          explanation={texts.archiveExplanation}
          onClose={onClose}
        />
      )
  }
}
