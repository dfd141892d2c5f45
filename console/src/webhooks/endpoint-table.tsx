import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { CardCell, CardRow, CardTable } from '../kit/tables/card-table.tsx'
import { Age } from '../kit/time/age.tsx'
import { kindInWords } from '../texts/event-kinds.ts'
import { webhookTexts } from '../texts/webhooks.ts'
import { nameOf } from './endpoint-name.ts'
import { EndpointState } from './endpoint-state.tsx'
import classes from './endpoint-table.module.css'

const { columns, ...texts } = webhookTexts

/** Table of webhook endpoints. On a phone, each endpoint is a card. */
export const EndpointTable = ({ endpoints }: { endpoints: WebhookEndpoint[] }) => (
  <CardTable label={texts.list} columns={Object.values(columns)}>
    {endpoints.map((endpoint) => (
      <EndpointRow key={endpoint.id} endpoint={endpoint} />
    ))}
  </CardTable>
)

function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, url, kinds, heldIncidents, lastDeliveredAt } = endpoint
  return (
    <CardRow>
      <CardCell className={classes.name!}>
        <Anchor
          fw={600}
          renderRoot={(props) => <Link to="/webhooks/$endpointId" params={{ endpointId: id }} {...props} />}
        >
          {nameOf(endpoint)}
        </Anchor>
        <Text size="xs" c="dimmed">
          {url}
        </Text>
      </CardCell>
      <CardCell label={columns.kinds}>{kindsInShort(kinds)}</CardCell>
      <CardCell label={columns.state}>
        <div>
          <EndpointState endpoint={endpoint} />
          {heldIncidents > 0 && (
            <Text size="xs" c="dimmed">
              {texts.held(heldIncidents)}
            </Text>
          )}
        </div>
      </CardCell>
      <CardCell label={columns.lastDelivered}>{lastDeliveredAt ? <Age at={lastDeliveredAt} /> : texts.notYet}</CardCell>
    </CardRow>
  )
}

function kindsInShort(kinds: string[] | null): string {
  if (kinds === null) return texts.allKinds
  return kinds.length <= 2 ? kinds.map(kindInWords).join(', ') : texts.kinds(kinds.length)
}
