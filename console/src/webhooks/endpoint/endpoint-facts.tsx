import { Code, Title } from '@mantine/core'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { Fragment, type ReactNode } from 'react'
import { Age } from '../../kit/time/age.tsx'
import { kindInWords } from '../../texts/event-kinds.ts'
import { formatInstant } from '../../texts/format.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import classes from './endpoint-facts.module.css'
import { EndpointState } from '../endpoint-state.tsx'

const { columns, page: texts, ...others } = webhookTexts

type Fact = [label: string, value: ReactNode]

/** Description list with the facts of an endpoint. */
export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { url, kinds, heldIncidents, pausedAt, lastDeliveredAt, createdAt, publicKey, previousSecretEndsAt } = endpoint
  const facts: Fact[] = [
    [columns.state, <EndpointState key="state" endpoint={endpoint} />],
    // Show the number of held-back incidents only for a paused endpoint. For an active endpoint, the notice above the
    // facts shows this number.
    ...(pausedAt !== null && heldIncidents > 0 ? [[texts.heldBack, texts.incidents(heldIncidents)] as Fact] : []),
    [texts.address, url],
    [columns.kinds, kinds ? kinds.map(kindInWords).join(', ') : others.allKinds],
    [columns.lastDelivered, lastDeliveredAt ? <Age key="at" at={lastDeliveredAt} /> : others.notYet],
    [texts.addedAt, formatInstant(createdAt)],
    [texts.publicKey, <Code key="key">{publicKey}</Code>],
    ...(previousSecretEndsAt ? [[texts.previousSecret, texts.signsUntil(previousSecretEndsAt)] as Fact] : []),
  ]
  return (
    <section aria-labelledby="endpoint-facts">
      <Title order={2} size="h3" id="endpoint-facts" mb="xs">
        {texts.facts}
      </Title>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
