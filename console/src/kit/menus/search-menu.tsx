import { Button, Combobox, Text, useCombobox, type ButtonProps, type ComboboxProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { frameTexts } from '../../texts/frame.ts'
import { OptionsLoadState, type OptionsLoadStateProps } from './options-load-state.tsx'
import classes from './search-menu.module.css'

/** More are found by typing; a chain may have thousands of Locations. */
const shownMaximum = 100

interface MenuOption {
  value: string
  /** What is searched in. */
  label: string
  /** As it is read, where that is more. */
  text?: string
}

interface SearchMenuProps {
  /** What is chosen. */
  label: string
  searchLabel: string
  options: readonly MenuOption[]
  /** Offered last, whatever is typed. */
  always?: readonly MenuOption[]
  /** Where there are more options, which are not read yet. */
  loading: OptionsLoadStateProps | undefined
  /** Where several can be chosen: those that are. The menu stays open. */
  selected?: readonly string[]
  onChoose: (value: string) => void
  /** Said where there are no options at all. */
  emptyText?: string
  position: NonNullable<ComboboxProps['position']>
  /** Within a popover, which takes a click elsewhere in the document for one outside. */
  isNested?: boolean
  buttonProps: ButtonProps
  /** What stands on the button. */
  children: ReactNode
}

/** A button that opens a list with search, from which one value or several can be chosen. */
export function SearchMenu({
  label,
  searchLabel,
  options,
  always = [],
  loading,
  selected,
  onChoose,
  emptyText = frameTexts.options.nothingFound,
  position,
  isNested = false,
  buttonProps,
  children,
}: SearchMenuProps) {
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({
    onDropdownClose() {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setTyped('')
    },
  })
  const { dropdownOpened, searchRef } = combobox
  // At once, so that what is typed right after opening is searched for; where the dropdown will be is not known yet.
  useLayoutEffect(() => {
    if (dropdownOpened) searchRef.current?.focus({ preventScroll: true })
  }, [dropdownOpened, searchRef])
  const found = options.filter((option) => option.label.toLowerCase().includes(typed.trim().toLowerCase()))
  const list = useRef<HTMLDivElement>(null)
  /** Enter was pressed before the options arrived. */
  const enteredEarly = useRef(false)
  // Enter chooses by place, which the highlighted option has changed when there are others above it than before.
  useLayoutEffect(() => {
    if (!list.current) return
    const places = [...list.current.querySelectorAll('[data-combobox-option]')]
    const highlighted = places.findIndex((option) => option.hasAttribute('data-combobox-selected'))
    combobox.updateSelectedOptionIndex(highlighted)
    // Highlight the first match, never an option that is always offered.
    if (highlighted === -1 && typed.trim() !== '' && found.length > 0) combobox.selectFirstOption()
    if (!enteredEarly.current || loading) return
    enteredEarly.current = false
    combobox.clickSelectedOption()
  })
  const shown = [...found.slice(0, shownMaximum), ...always]
  const choose = (value: string) => {
    if (!selected) combobox.closeDropdown()
    onChoose(value)
  }
  return (
    <Combobox
      store={combobox}
      width={260}
      position={position}
      shadow="md"
      onOptionSubmit={choose}
      withinPortal={!isNested}
    >
      {/* Its attributes would name the highlighted option, which a button must not; the search does. */}
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <Button
          {...buttonProps}
          aria-haspopup="listbox"
          aria-expanded={dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          {children}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          aria-label={searchLabel}
          placeholder={searchLabel}
          onChange={({ currentTarget }) => {
            enteredEarly.current = false
            setTyped(currentTarget.value)
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && loading && typed.trim() !== '') enteredEarly.current = true
          }}
        />
        <Combobox.Options
          ref={list}
          mah={280}
          className={classes.options}
          aria-label={label}
          aria-multiselectable={!!selected}
        >
          {shown.map((option) => (
            <OptionOf key={option.value} option={option} isSelected={selected?.includes(option.value)} />
          ))}
          {shown.length === 0 && !loading && (
            <Combobox.Empty>{options.length === 0 ? emptyText : frameTexts.options.nothingFound}</Combobox.Empty>
          )}
        </Combobox.Options>
        {loading && (
          <OptionsLoadState
            error={loading.error}
            onRetry={() => {
              combobox.focusSearchInput()
              loading.onRetry()
            }}
          />
        )}
        {found.length > shownMaximum && (
          <Combobox.Footer>
            <Text size="xs" c="dimmed">
              {frameTexts.options.moreByTyping(found.length - shownMaximum)}
            </Text>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** @param isSelected undefined where only one can be chosen, which closes the menu. */
function OptionOf({ option: { value, label, text = label }, isSelected }: OptionOfProps) {
  if (isSelected === undefined) return <Combobox.Option value={value}>{text}</Combobox.Option>
  return (
    <Combobox.Option value={value} active={isSelected} aria-checked={isSelected}>
      <span className={classes.option}>
        <IconCheck size={16} aria-hidden data-checked={isSelected || undefined} />
        <span>{text}</span>
      </span>
    </Combobox.Option>
  )
}

interface OptionOfProps {
  option: MenuOption
  isSelected: boolean | undefined
}
