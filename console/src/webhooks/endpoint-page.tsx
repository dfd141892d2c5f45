import { Anchor, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { NotFoundPage } from '../kit/pages/not-found-page.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { webhookTexts } from '../texts/webhooks.ts'
import { AttemptLog } from './attempts/attempt-log.tsx'
import { EndpointActions } from './endpoint/endpoint-actions.tsx'
import { EndpointFacts } from './endpoint/endpoint-facts.tsx'
import { nameOf } from './endpoint-name.ts'
import { EndpointNotice } from './endpoint/endpoint-notice.tsx'
import { endpointQuery, isGone } from './queries.ts'
import { TestResult } from './endpoint/test-result.tsx'
import { useSendTest } from './endpoint/use-send-test.ts'

const texts = webhookTexts.page

/** Page of one webhook endpoint: its state, its facts, its actions and the log of its attempts. */
export function EndpointPage() {
  const { endpointId } = useParams({ from: '/staff/administration/webhooks/$endpointId' })
  const reading = useQuery(endpointQuery(endpointId))
  const test = useSendTest(endpointId)
  const endpoint = reading.data
  if (isGone(reading.error)) return <NotFoundPage explanation={texts.notFound} />
  return (
    <>
      <PageHeader
        title={endpoint ? nameOf(endpoint) : texts.loadingTitle}
        above={
          <Anchor size="sm" renderRoot={(props) => <Link to="/webhooks" {...props} />}>
            <IconArrowLeft size={14} aria-hidden /> {webhookTexts.title}
          </Anchor>
        }
        actions={endpoint && <EndpointActions endpoint={endpoint} test={test} />}
      />
      <Stack gap="lg">
        <LoadState queries={[reading]} skeleton={<RowsSkeleton rows={6} heightPx={44} />} />
        {endpoint && (
          <>
            <TestResult test={test} />
            <EndpointNotice endpoint={endpoint} />
            <EndpointFacts endpoint={endpoint} />
            <AttemptLog key={endpoint.id} endpoint={endpoint} />
          </>
        )}
      </Stack>
    </>
  )
}
