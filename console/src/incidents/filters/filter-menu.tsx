import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { SearchMenu } from '../../kit/menus/search-menu.tsx'
import { formatNumber } from '../../texts/format.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import classes from './filters.module.css'
import type { FilterChoices } from './use-filter-choices.ts'

const texts = incidentListTexts.filters

interface FilterMenuProps {
  filter: keyof typeof texts.find
  choices: FilterChoices
  selected: readonly string[]
  onChange: (selected: string[]) => void
  emptyText?: string
  isNested?: boolean
  /** True if the button shows a single selected value. A second button then removes this value. */
  isInline?: boolean
}

/**
 * Menu for one filter, in which the user can choose several values. All other properties are passed to `SearchMenu`.
 */
export function FilterMenu({ filter, choices, selected, onChange, isInline = false, ...menu }: FilterMenuProps) {
  const name = texts.names[filter]
  const { options = [], error, onRetry } = choices
  const toggle = (value: string) =>
    onChange(selected.includes(value) ? selected.filter((each) => each !== value) : [...selected, value])
  const only = isInline && selected.length === 1 ? options.find(({ value }) => value === selected[0]) : undefined
  const menuButton = (
    <SearchMenu
      {...menu}
      label={name}
      searchLabel={texts.find[filter]}
      options={options.map(({ value, label, isArchived }) => ({
        value,
        label,
        text: isArchived ? texts.archived(label) : label,
      }))}
      loading={choices.options ? undefined : { error, onRetry }}
      selected={selected}
      onChoose={toggle}
      buttonProps={{
        variant: selected.length > 0 ? 'light' : 'default',
        className: classes.filter!,
        ...(only && { title: texts.chip(filter, only.label), 'aria-label': texts.chip(filter, only.label) }),
        rightSection: <IconChevronDown size={14} aria-hidden />,
      }}
    >
      {only ? <NameAndValue text={texts.chip(filter, only.label)} value={only.label} /> : name}
      {!only && selected.length > 0 && ` (${formatNumber(selected.length)})`}
    </SearchMenu>
  )
  return isInline ? (
    <span className={classes.pair} data-chosen={only !== undefined || undefined}>
      {menuButton}
      {only && (
        <ActionIcon
          variant="light"
          className={classes.remove!}
          aria-label={texts.remove(texts.chip(filter, only.label))}
          onClick={({ currentTarget }) => {
            currentTarget.parentElement?.querySelector('button')?.focus()
            onChange([])
          }}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      )}
    </span>
  ) : (
    menuButton
  )
}

/** Text with the name and the value of a filter. The style sheet hides all but the value if there is little room. */
function NameAndValue({ text, value }: { text: string; value: string }) {
  const start = Math.max(text.lastIndexOf(value), 0)
  return (
    <>
      <span className={classes.filterName}>{text.slice(0, start)}</span>
      {text.slice(start, start + value.length)}
      <span className={classes.filterName}>{text.slice(start + value.length)}</span>
    </>
  )
}
