import { Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { WebhookAttempt, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { useState } from 'react'
import { LoadState } from '../../kit/feedback/load-state.tsx'
import { RowsSkeleton } from '../../kit/feedback/skeletons.tsx'
import { CardTable } from '../../kit/tables/card-table.tsx'
import { NextPageButton } from '../../kit/tables/next-page-button.tsx'
import { attemptTexts as texts } from '../../texts/webhook-attempts.ts'
import { attemptPagesQuery } from '../queries.ts'
import { AttemptRow, type AttemptAction } from './attempt-row.tsx'
import { heldBack } from './held-back.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { SkipDialog } from './skip-dialog.tsx'

const { actions, ...columns } = texts.columns

/** Action on the event of an attempt. A dialog asks the user to confirm the action. */
interface ChosenAction {
  action: AttemptAction
  attempt: WebhookAttempt
}

/** Log of the attempts to deliver events to an endpoint, latest attempt first. It is read again every few seconds. */
export function AttemptLog({ endpoint }: { endpoint: WebhookEndpoint }) {
  const pages = useInfiniteQuery(attemptPagesQuery(endpoint.id))
  const [chosen, setChosen] = useState<ChosenAction>()
  const close = () => setChosen(undefined)
  const attempts = pages.data?.pages.flatMap(({ items }) => items)
  const heldBackIds = heldBack(attempts ?? [], endpoint)
  return (
    <section aria-labelledby="attempt-log">
      <Title order={2} size="h3" id="attempt-log" mb="xs">
        {texts.title}
      </Title>
      <Stack gap="md">
        <LoadState queries={[pages]} skeleton={<RowsSkeleton rows={5} heightPx={56} />} />
        {attempts?.length === 0 && <Text c="dimmed">{texts.empty}</Text>}
        {attempts && attempts.length > 0 && (
          <CardTable label={texts.list} columns={Object.values(columns)} actions={actions}>
            {attempts.map((attempt) => (
              <AttemptRow
                key={attempt.id}
                attempt={attempt}
                isHeldBack={heldBackIds.has(attempt.id)}
                onAction={(action) => setChosen({ action, attempt })}
              />
            ))}
          </CardTable>
        )}
        <NextPageButton pages={pages} label={texts.older} />
      </Stack>
      {chosen?.action === 'skip' && <SkipDialog endpoint={endpoint} attempt={chosen.attempt} onClose={close} />}
      {chosen?.action === 'replay' && <ReplayDialog endpoint={endpoint} attempt={chosen.attempt} onClose={close} />}
    </section>
  )
}
