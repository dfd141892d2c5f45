import { Anchor, Badge, Button, Table, Text } from '@mantine/core'
import { IconArrowLeft, IconMapPin, IconPlus, IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { CountedPoint } from '@tocsin/contract/console/directory-administration.ts'
import { useState } from 'react'
import { EmptyState } from '../kit/pages/empty-state.tsx'
import { NotFoundPage } from '../kit/pages/not-found-page.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { directoryTexts } from '../texts/directory.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { EntryList } from './list/entry-list.tsx'
import classes from './list/entry-list.module.css'
import { locationsQuery } from './names-queries.ts'
import { PointDialog } from './locations/point-dialog.tsx'
import { PointRow } from './locations/point-row.tsx'
import { pointPageQuery } from './queries.ts'
import { ActionsHead } from './list/row-menu.tsx'
import { useRestore } from './use-restore.ts'

const texts = directoryTexts.points

type Dialog = { kind: 'add' } | { kind: 'edit' | 'archive'; point: CountedPoint }

/** Page of one location with its points. */
export function LocationPage() {
  const { locationId } = useParams({ from: '/staff/administration/directory/$locationId' })
  const locations = useQuery({ ...locationsQuery, staleTime: 0 })
  const [dialog, setDialog] = useState<Dialog>()
  const location = locations.data?.find(({ id }) => id === locationId.toLowerCase())
  // Report a missing location only after a new read, because the cached list may have been read before the location was
  // added.
  const isRead = locations.isSuccess && locations.isFetchedAfterMount
  if (isRead && !location) return <NotFoundPage explanation={texts.notFound} />
  return (
    <>
      <PageHeader
        title={location?.name ?? texts.loadingTitle}
        above={
          <Anchor size="sm" renderRoot={(props) => <Link to="/directory" {...props} />}>
            <IconArrowLeft size={14} aria-hidden /> {texts.back}
          </Anchor>
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconQrcode size={16} aria-hidden />}
              renderRoot={(props) => <Link to="/directory/$locationId/qr-codes" params={{ locationId }} {...props} />}
            >
              {directoryTexts.qrCodes.open}
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
              {texts.add}
            </Button>
          </>
        }
        aside={location?.archived && <Badge variant="default">{directoryTexts.list.archived}</Badge>}
      />
      <Text size="sm" c="dimmed" mb="md" mih="1.55em">
        {location?.archived ? texts.locationArchived : location?.externalId && texts.externalId(location.externalId)}
      </Text>
      {!location && locations.error ? (
        <ProblemAlert title={texts.loadFailed} error={locations.error} onRetry={() => void locations.refetch()} />
      ) : (
        <Points key={locationId} locationId={locationId} onOpen={setDialog} />
      )}
      <OpenDialog dialog={dialog} locationId={locationId} onClose={() => setDialog(undefined)} />
    </>
  )
}

function Points({ locationId, onOpen }: { locationId: string; onOpen: (dialog: Dialog) => void }) {
  const search = useSearch({ from: '/staff/administration/directory/$locationId' })
  const list = useQuery(pointPageQuery(locationId, search))
  const restore = useRestore('/points')
  return (
    <EntryList
      title={directoryTexts.locations.points}
      list={list}
      search={search}
      head={<Head />}
      renderRow={(point) => (
        <PointRow
          key={point.id}
          point={point}
          onEdit={() => onOpen({ kind: 'edit', point })}
          onArchive={() => onOpen({ kind: 'archive', point })}
          onRestore={() => restore(point)}
        />
      )}
      empty={
        <EmptyState
          icon={IconMapPin}
          title={texts.empty}
          explanation={texts.emptyExplanation}
          action={
            <Button variant="light" onClick={() => onOpen({ kind: 'add' })}>
              {texts.addWhenEmpty}
            </Button>
          }
        />
      }
    />
  )
}

const Head = () => (
  <>
    <Table.Th>{texts.name}</Table.Th>
    <Table.Th visibleFrom="sm" className={classes.number}>
      {directoryTexts.list.incidents}
    </Table.Th>
    <ActionsHead />
  </>
)

interface OpenDialogProps {
  dialog: Dialog | undefined
  locationId: string
  onClose: () => void
}

function OpenDialog({ dialog, locationId, onClose }: OpenDialogProps) {
  if (dialog === undefined) return null
  if (dialog.kind === 'add') return <PointDialog locationId={locationId} onClose={onClose} />
  const { kind, point } = dialog
  if (kind === 'edit') return <PointDialog locationId={locationId} point={point} onClose={onClose} />
  return (
    <ArchiveDialog
      path={`/points/${point.id}`}
      name={point.name}
      explanation={texts.archiveExplanation}
      onClose={onClose}
    />
  )
}
