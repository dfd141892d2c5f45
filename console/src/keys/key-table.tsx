import { Anchor, Button, Code, Group, Text } from '@mantine/core'
import type { ApiKey } from '@tocsin/contract/console/api-key.ts'
import { ActionsCell, CardCell, CardRow, CardTable } from '../kit/tables/card-table.tsx'
import { Age } from '../kit/time/age.tsx'
import { formatDate, formatInstant } from '../texts/format.ts'
import { keyTexts } from '../texts/keys.ts'
import { KeyBadge } from './key-badge.tsx'
import classes from './key-table.module.css'

const { columns } = keyTexts

export type KeyAction = 'rotate' | 'revoke'

interface KeyTableProps {
  label: string
  keys: ApiKey[]
  /** All API keys, used to find the successor of a rotated key; by default the keys of the table. */
  all?: ApiKey[]
  onAction?: (action: KeyAction, key: ApiKey) => void
}

/** Table of API keys. On a phone, each key is a card. */
export function KeyTable({ label, keys, all = keys, onAction }: KeyTableProps) {
  const names = [columns.name, columns.scopes, columns.state, columns.expires, columns.lastUsed]
  return (
    <CardTable label={label} columns={names} actions={onAction && columns.actions}>
      {keys.map((key) => (
        <KeyRow
          key={key.id}
          apiKey={key}
          successor={all.find(({ id }) => id === key.successorId)}
          onAction={onAction}
        />
      ))}
    </CardTable>
  )
}

interface KeyRowProps {
  apiKey: ApiKey
  successor: ApiKey | undefined
  onAction: KeyTableProps['onAction'] | undefined
}

function KeyRow({ apiKey, successor, onAction }: KeyRowProps) {
  const { id, name, scopes, expiresAt, lastUsedAt } = apiKey
  return (
    <CardRow id={`key-${id}`} tabIndex={-1}>
      <CardCell className={classes.name!}>
        <Text fw={600}>{name}</Text>
        <Text size="xs" c="dimmed">
          {keyTexts.beginsWith} <Code className={classes.beginning!}>{`tocsin_${id.replaceAll('-', '')}_`}</Code>
        </Text>
      </CardCell>
      <CardCell label={columns.scopes}>{scopes.map((scope) => keyTexts.scopes[scope].label).join(', ')}</CardCell>
      <CardCell label={columns.state}>
        <div>
          <KeyBadge apiKey={apiKey} />
          <Until apiKey={apiKey} />
          {successor && <Successor successor={successor} />}
        </div>
      </CardCell>
      <CardCell label={columns.expires}>
        {expiresAt ? (
          <time dateTime={expiresAt} title={formatInstant(expiresAt)}>
            {formatDate(expiresAt)}
          </time>
        ) : (
          keyTexts.never
        )}
      </CardCell>
      <CardCell label={columns.lastUsed}>{lastUsedAt ? <Age at={lastUsedAt} /> : keyTexts.neverUsed}</CardCell>
      {onAction && (
        <ActionsCell>
          <Actions apiKey={apiKey} onAction={onAction} />
        </ActionsCell>
      )}
    </CardRow>
  )
}

function Until({ apiKey: { state, expiresAt, revokedAt } }: { apiKey: ApiKey }) {
  const at = state === 'expired' ? expiresAt : revokedAt
  if (!at) return null
  return (
    <Text size="xs" c="dimmed">
      <time dateTime={at}>{state === 'being_replaced' ? keyTexts.worksUntil(at) : keyTexts.endedAt(at)}</time>
    </Text>
  )
}

const Successor = ({ successor: { id, createdAt } }: { successor: ApiKey }) => (
  <Anchor
    href={`#key-${id}`}
    size="xs"
    onClick={(event) => {
      const row = document.querySelector<HTMLElement>(`#key-${id}`)
      event.preventDefault()
      row?.focus()
      row?.scrollIntoView({ block: 'nearest' })
    }}
  >
    {keyTexts.successor(createdAt)}
  </Anchor>
)

/**
 * Buttons to rotate and revoke an API key. A key that is already being replaced cannot be rotated again, but its
 * successor can.
 */
const Actions = ({ apiKey, onAction }: { apiKey: ApiKey; onAction: NonNullable<KeyTableProps['onAction']> }) => (
  <Group gap="xs" wrap="nowrap" justify="flex-end">
    {apiKey.state === 'active' && (
      <Button
        size="xs"
        variant="subtle"
        aria-label={keyTexts.rotate.actionOn(apiKey.name)}
        onClick={() => onAction('rotate', apiKey)}
      >
        {keyTexts.rotate.action}
      </Button>
    )}
    <Button
      size="xs"
      variant="subtle"
      className={classes.revoke!}
      aria-label={keyTexts.revoke.actionOn(apiKey.name)}
      onClick={() => onAction('revoke', apiKey)}
    >
      {keyTexts.revoke.action}
    </Button>
  </Group>
)
