import { Button, Stack } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { EmptyState } from '../kit/pages/empty-state.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { webhookTexts } from '../texts/webhooks.ts'
import { AddDialog } from './add-dialog.tsx'
import { EndpointTable } from './endpoint-table.tsx'
import { endpointsQuery, readAgainMs } from './queries.ts'

const texts = webhookTexts

/** Page with all webhook endpoints. */
export function WebhooksPage() {
  const endpoints = useQuery({ ...endpointsQuery, refetchInterval: readAgainMs })
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        }
      />
      <Stack gap="lg">
        <LoadState queries={[endpoints]} skeleton={<RowsSkeleton rows={3} heightPx={72} />} />
        {endpoints.data?.length === 0 && (
          <EmptyState
            icon={IconWebhook}
            title={texts.empty.title}
            explanation={texts.empty.explanation}
            action={
              <Button variant="light" onClick={() => setAdding(true)}>
                {texts.empty.add}
              </Button>
            }
          />
        )}
        {endpoints.data && endpoints.data.length > 0 && <EndpointTable endpoints={endpoints.data} />}
      </Stack>
      <AddDialog opened={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}
