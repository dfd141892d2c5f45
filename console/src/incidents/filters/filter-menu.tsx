import { Button, Combobox, Text, useCombobox } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { AwaitedOptions } from '../../frame/awaited-options.tsx'
import { formatNumber } from '../../texts/format.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import type { ListFilter } from '../incident-search.ts'
import classes from './filters.module.css'
import type { FilterChoices } from './use-filter-choices.ts'

const texts = incidentListTexts.filters
/** More are found by typing; a chain may have thousands of Locations. */
const shownMaximum = 100

interface FilterMenuProps {
  filter: ListFilter
  choices: FilterChoices
  selected: readonly string[]
  onChange: (selected: string[]) => void
  /** Said where there are no options at all. */
  emptyText?: string
  /** Within a popover, which takes a click elsewhere in the document for one outside. */
  isNested?: boolean
}

/** One filter: a button that opens a list with search, from which several values can be chosen. */
export function FilterMenu({
  filter,
  choices: { options, error, onRetry },
  selected,
  onChange,
  emptyText = texts.nothingFound,
  isNested = false,
}: FilterMenuProps) {
  const name = texts.names[filter]
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({
    onDropdownClose() {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setTyped('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const found = (options ?? []).filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
  const toggle = (value: string) =>
    onChange(selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value])
  return (
    <Combobox
      store={combobox}
      width={280}
      position="bottom-start"
      shadow="md"
      onOptionSubmit={toggle}
      withinPortal={!isNested}
    >
      <Combobox.Target targetType="button" withAriaAttributes>
        <Button
          variant={selected.length > 0 ? 'light' : 'default'}
          className={classes.filter}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => combobox.toggleDropdown()}
        >
          {name}
          {selected.length > 0 && ` (${formatNumber(selected.length)})`}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          aria-label={texts.choose(name)}
          placeholder={texts.choose(name)}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        <Combobox.Options mah={280} className={classes.options} aria-label={name} aria-multiselectable>
          {found.slice(0, shownMaximum).map(({ value, label, isArchived }) => (
            <Combobox.Option
              key={value}
              value={value}
              active={selected.includes(value)}
              aria-checked={selected.includes(value)}
            >
              <span className={classes.option}>
                <IconCheck size={16} aria-hidden data-checked={selected.includes(value) || undefined} />
                <span>{isArchived ? texts.archived(label) : label}</span>
              </span>
            </Combobox.Option>
          ))}
          {options && found.length === 0 && (
            <Combobox.Empty>{options.length === 0 ? emptyText : texts.nothingFound}</Combobox.Empty>
          )}
        </Combobox.Options>
        {!options && (
          <AwaitedOptions
            error={error}
            onRetry={() => {
              combobox.focusSearchInput()
              onRetry()
            }}
          />
        )}
        {found.length > shownMaximum && (
          <Combobox.Footer>
            <Text size="xs" c="dimmed">
              {texts.moreByTyping(found.length - shownMaximum)}
            </Text>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
