import { Button, Combobox, Text, useCombobox, type ButtonProps, type ComboboxProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { frameTexts } from '../../texts/frame.ts'
import { OptionsLoadState, type OptionsLoadStateProps } from './options-load-state.tsx'
import classes from './search-menu.module.css'

/** Maximum number of options shown, because an organization may have thousands of locations. Typing finds the rest. */
const shownMaximum = 100

interface MenuOption {
  value: string
  /** Text that is compared with the search text. It is also the shown text, unless `text` is given. */
  label: string
  /** Text shown instead of `label`. */
  text?: string
}

interface SearchMenuProps {
  /** Accessible name of the list. */
  label: string
  searchLabel: string
  options: readonly MenuOption[]
  /** Options that are always shown at the end of the list, independent of the search text. */
  always?: readonly MenuOption[]
  /** State of loading the options; undefined if all options are loaded. */
  loading: OptionsLoadStateProps | undefined
  /** Chosen values of a menu that allows several choices and stays open; undefined for a menu with a single choice. */
  selected?: readonly string[]
  onChoose: (value: string) => void
  /** Text shown if `options` is empty. */
  emptyText?: string
  position: NonNullable<ComboboxProps['position']>
  /**
   * True if the menu is inside a popover. The list is then rendered inside the popover, because a click on a list in a
   * portal would close the popover.
   */
  isNested?: boolean
  buttonProps: ButtonProps
  /** Content of the button that opens the list. */
  children: ReactNode
}

/** Button that opens a list with a search field, from which the user chooses one or several values. */
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
  // Focus the search field without scrolling, because the dropdown has no position yet. A layout effect sets the focus
  // early enough for keys that are typed right after opening.
  useLayoutEffect(() => {
    if (dropdownOpened) searchRef.current?.focus({ preventScroll: true })
  }, [dropdownOpened, searchRef])
  const found = options.filter((option) => option.label.toLowerCase().includes(typed.trim().toLowerCase()))
  const list = useRef<HTMLDivElement>(null)
  /** True if the user pressed Enter before the options arrived. */
  const enteredEarly = useRef(false)
  // Enter chooses an option by its index. Update this index, because options above the highlighted option may appear or
  // disappear.
  useLayoutEffect(() => {
    if (!list.current) return
    const rendered = [...list.current.querySelectorAll('[data-combobox-option]')]
    const highlighted = rendered.findIndex((option) => option.hasAttribute('data-combobox-selected'))
    combobox.updateSelectedOptionIndex(highlighted)
    // Highlight the first match of the search, but never one of the options that are always shown.
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
      {/* A button must not have `aria-activedescendant`, so the search field has this attribute instead. */}
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

/**
 * One option of the list, with a check mark if it is selected.
 * @param isSelected undefined in a menu with a single choice.
 */
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
