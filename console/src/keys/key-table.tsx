// The ARIA roles are explicit, because in some browsers table elements with `display: block` lose their role.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { Anchor, Button, Code, Group, Table, Text } from '@mantine/core'
import type { ApiKey } from '@tocsin/contract/console/api-key.ts'
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
    <Table role="table" aria-label={label} className={classes.table!} verticalSpacing="sm">
      <Table.Thead role="rowgroup" className={classes.head!}>
        <Table.Tr role="row">
          {(onAction ? [...names, columns.actions] : names).map((name) => (
            <Table.Th key={name} role="columnheader" scope="col">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            successor={all.find(({ id }) => id === key.successorId)}
            onAction={onAction}
          />
        ))}
      </Table.Tbody>
    </Table>
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
    <Table.Tr role="row" id={`key-${id}`} tabIndex={-1}>
      <Table.Td role="cell" className={classes.name!}>
        <Text fw={600}>{name}</Text>
        <Text size="xs" c="dimmed">
          {keyTexts.beginsWith} <Code className={classes.beginning!}>{`tocsin_${id.replaceAll('-', '')}_`}</Code>
        </Text>
      </Table.Td>
      <Table.Td role="cell" data-label={columns.scopes}>
        {scopes.map((scope) => keyTexts.scopes[scope].label).join(', ')}
      </Table.Td>
      <Table.Td role="cell" data-label={columns.state}>
        <div>
          <KeyBadge apiKey={apiKey} />
          <Until apiKey={apiKey} />
          {successor && <Successor successor={successor} />}
        </div>
      </Table.Td>
      <Table.Td role="cell" data-label={columns.expires}>
        {expiresAt ? (
          <time dateTime={expiresAt} title={formatInstant(expiresAt)}>
            {formatDate(expiresAt)}
          </time>
        ) : (
          keyTexts.never
        )}
      </Table.Td>
      <Table.Td role="cell" data-label={columns.lastUsed}>
        {lastUsedAt ? <Age at={lastUsedAt} /> : keyTexts.neverUsed}
      </Table.Td>
      {onAction && (
        <Table.Td role="cell" className={classes.actions!}>
          <Actions apiKey={apiKey} onAction={onAction} />
        </Table.Td>
      )}
    </Table.Tr>
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

/** Buttons to rotate and revoke an API key. A key that is being replaced cannot be rotated, but its successor can. */
const Actions = ({ apiKey, onAction }: { apiKey: ApiKey; onAction: NonNullable<KeyTableProps['onAction']> }) => (
  <Group gap="xs" wrap="nowrap" justify="flex-end">
    {apiKey.state === 'active' && (
      <Button
        size="xs"
        variant="default"
        aria-label={keyTexts.rotate.actionOn(apiKey.name)}
        onClick={() => onAction('rotate', apiKey)}
      >
        {keyTexts.rotate.action}
      </Button>
    )}
    <Button
      size="xs"
      variant="default"
      className={classes.revoke!}
      aria-label={keyTexts.revoke.actionOn(apiKey.name)}
      onClick={() => onAction('revoke', apiKey)}
    >
      {keyTexts.revoke.action}
    </Button>
  </Group>
)
