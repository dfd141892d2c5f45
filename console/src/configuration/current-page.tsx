import { Alert, Badge, Button, Stack, Tabs } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { TemplateChoice } from '../templates/template-choice.tsx'
import { configurationTexts } from '../texts/configuration.ts'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import { formatInstant } from '../texts/format.ts'
import type { ConfigurationTab } from './configuration-search.ts'
import { HistoryTable } from './history-table.tsx'
import { OldestRevisionAgeSetting } from './oldest-revision-age-setting.tsx'
import { ProfileList } from './profile-list.tsx'
import { PublishedLine } from './published-line.tsx'
import { currentConfigurationQuery, draftQuery, revisionSummaryQuery } from './queries.ts'
import { TypeList } from './type-list.tsx'
import { useReferencedNames } from './use-referenced-names.ts'

const texts = configurationPageTexts.current

/** Page of the current creation configuration, with the history of revisions and a link to the draft. */
export function ConfigurationPage() {
  const { tab = 'types' } = useSearch({ from: '/staff/administration/configuration' })
  const navigate = useNavigate()
  const open = (chosen: ConfigurationTab) => void navigate({ to: '.', search: { tab: chosen }, replace: true })
  const reading = useQuery({ ...currentConfigurationQuery, staleTime: 0 })
  const current = reading.data
  const { data: summary } = useQuery({
    ...revisionSummaryQuery(current?.revision ?? 1),
    enabled: current !== undefined,
  })
  const { data: draft } = useQuery(draftQuery)
  const names = useReferencedNames([current])
  const editor = draft?.updatedBy?.name
  const shown = (content: ReactNode) => (
    <Stack>
      <LoadState queries={[reading]} skeleton={<RowsSkeleton rows={6} heightPx={96} />} />
      {content}
    </Stack>
  )

  return (
    <>
      <PageHeader
        title={configurationTexts.current.title}
        aside={
          // Reserve the space of the badge while the version loads, so that nothing moves when the badge appears.
          <Badge variant="light" style={{ visibility: current ? 'visible' : 'hidden' }}>
            {texts.revision(current?.revision ?? 1)}
          </Badge>
        }
        below={summary ? <PublishedLine revision={summary} /> : '\u00a0'}
        actions={
          <Button
            leftSection={<IconPencil size={16} aria-hidden />}
            renderRoot={(props) => <Link to="/configuration/draft" {...props} />}
          >
            {editor ? texts.continue : texts.edit}
          </Button>
        }
      />
      <Tabs value={tab} onChange={(chosen) => open(chosen as ConfigurationTab)} keepMounted={false}>
        <Tabs.List mb="md">
          {Object.entries(texts.tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="types">
          {shown(
            current && <TypeList configuration={current} whenEmpty={current.revision === 1 && <TemplateChoice />} />,
          )}
        </Tabs.Panel>
        <Tabs.Panel value="profiles">
          {shown(current && <ProfileList configuration={current} names={names} />)}
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryTable />
        </Tabs.Panel>
        <Tabs.Panel value="age">
          <OldestRevisionAgeSetting />
        </Tabs.Panel>
      </Tabs>
      {editor && draft?.updatedAt && (
        <Alert mt="md" variant="light">
          {texts.draftExists(editor)} {texts.draftSaved}{' '}
          <time dateTime={draft.updatedAt}>{formatInstant(draft.updatedAt)}</time>.
        </Alert>
      )}
    </>
  )
}
