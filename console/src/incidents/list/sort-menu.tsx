import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { formatNumber } from '../../texts/format.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { beginsDescending, readSort, sortNames, writeSort, type SortKey, type SortName } from '../search/sort.ts'
import classes from './toolbar.module.css'

const texts = incidentListTexts.sort

interface SortMenuProps {
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/**
 * Menu to choose the sort keys, their direction and their order. Phones have no column headers, so they need this menu.
 */
export function SortMenu({ sort, onSort }: SortMenuProps) {
  const keys = readSort(sort)
  const [first] = keys
  return (
    <Menu closeOnItemClick={false} width={300} position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon
          variant="default"
          className={classes.button!}
          aria-label={texts.button(texts.by(first!.name))}
          title={texts.button(texts.by(first!.name))}
        >
          <IconArrowsSort size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {sortNames.map((name) => (
          <SortItem key={name} name={name} keys={keys} onToggle={() => onSort(writeSort(toggled(keys, name)))} />
        ))}
        <Menu.Label>{texts.hint}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}

interface SortItemProps {
  name: SortName
  keys: readonly SortKey[]
  onToggle: () => void
}

function SortItem({ name, keys, onToggle }: SortItemProps) {
  const rank = keys.findIndex((key) => key.name === name)
  const key = keys[rank]
  const Arrow = key?.isDescending ? IconArrowDown : IconArrowUp
  return (
    <Menu.Item
      leftSection={key ? <Arrow size={16} aria-hidden /> : <span className={classes.noIcon} />}
      rightSection={keys.length > 1 && key ? <Text size="xs">{formatNumber(rank + 1)}</Text> : undefined}
      onClick={onToggle}
    >
      {texts.by(name)}{' '}
      <Text span size="xs" c="dimmed">
        {key ? texts.direction(name, key.isDescending) : texts.off}
      </Text>
    </Menu.Item>
  )
}

/**
 * Returns the sort keys after the user has pressed one of them. A first press adds the key in its usual direction, a
 * second press reverses the direction, and a third press removes the key.
 */
function toggled(keys: readonly SortKey[], name: SortName): SortKey[] {
  const others = keys.filter((key) => key.name !== name)
  const present = keys.find((key) => key.name === name)
  if (!present) return [...keys, { name, isDescending: beginsDescending(name) }]
  if (present.isDescending !== beginsDescending(name)) return others
  return keys.map((key) => (key === present ? { name, isDescending: !key.isDescending } : key))
}
