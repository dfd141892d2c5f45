import { Button, Stack } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ApiKey } from '@tocsin/contract/console/api-key.ts'
import { useState } from 'react'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { EmptyState } from '../kit/pages/empty-state.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { keyTexts } from '../texts/keys.ts'
import { EndedKeys } from './ended-keys.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { KeyTable, type KeyAction } from './key-table.tsx'
import { keysQuery } from './queries.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { isUsable } from './key-status.ts'

/** Dialog that is open: `issue` creates an API key, and the other dialogs rotate or revoke the API key `to`. */
type OpenDialog = { action: 'issue' } | { action: KeyAction; to: ApiKey }

/** Page with all API keys. The expired and revoked keys are in a table that is hidden at first. */
export function KeysPage() {
  const keys = useQuery(keysQuery)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const done = () => setOpenDialog(undefined)
  const begin = (action: KeyAction, to: ApiKey) => setOpenDialog({ action, to })
  const objectOf = (action: KeyAction) => (openDialog?.action === action ? openDialog.to : undefined)
  const revoking = objectOf('revoke')
  return (
    <>
      <PageHeader
        title={keyTexts.title}
        actions={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpenDialog({ action: 'issue' })}>
            {keyTexts.issue}
          </Button>
        }
      />
      <Stack gap="lg">
        <LoadState queries={[keys]} skeleton={<RowsSkeleton rows={5} heightPx={64} />} />
        {keys.data && <Keys keys={keys.data} onAction={begin} onIssue={() => setOpenDialog({ action: 'issue' })} />}
      </Stack>
      <IssueDialog opened={openDialog?.action === 'issue'} onClose={done} />
      <RotateDialog rotating={objectOf('rotate')} onClose={done} />
      {revoking && <RevokeDialog revoking={revoking} onClose={done} />}
    </>
  )
}

interface KeysProps {
  keys: ApiKey[]
  onAction: (action: KeyAction, key: ApiKey) => void
  onIssue: () => void
}

function Keys({ keys, onAction, onIssue }: KeysProps) {
  const [working, ended] = [keys.filter(isUsable), keys.filter((key) => !isUsable(key))]
  return (
    <>
      {working.length === 0 ? (
        <EmptyState
          icon={IconKey}
          title={keyTexts.empty.title}
          explanation={keyTexts.empty.explanation}
          action={
            <Button variant="light" onClick={onIssue}>
              {keyTexts.empty.issue}
            </Button>
          }
        />
      ) : (
        <KeyTable label={keyTexts.working} keys={working} onAction={onAction} />
      )}
      {ended.length > 0 && <EndedKeys keys={ended} all={keys} />}
    </>
  )
}
