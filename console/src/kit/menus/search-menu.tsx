import { Button, Combobox, Text, UnstyledButton, useCombobox, type ButtonProps } from '@mantine/core'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { isComposing } from '../../browser/is-composing.ts'
import { frameTexts } from '../../texts/frame.ts'
import { OptionOf, type MenuOption } from './menu-option.tsx'
import { OptionsLoadState, type OptionsLoadStateProps } from './options-load-state.tsx'
import classes from './search-menu.module.css'
import { closedByOwnKeys, OnMount, useMenuFocus } from './use-menu-focus.ts'

/** Maximum number of options that are shown. Users find the other options by typing. */
const shownMaximum = 100

export interface SearchMenuProps {
  /** Accessible name of the list. */
  label: string
  searchLabel: string
  options: readonly MenuOption[]
  /** Options that are always shown at the end of the list, independent of the search text. */
  always?: readonly MenuOption[]
  /** State of loading the options; undefined if all options are loaded. */
  loading: OptionsLoadStateProps | undefined
  /**
   * Chosen values of a menu in which the user may choose several and which stays open; undefined for any other menu.
   */
  selected?: readonly string[] | undefined
  /**
   * Chosen value of a menu in which the user may choose only one. Null if none is chosen; undefined if the menu does
   * not mark a value.
   */
  current?: string | null | undefined
  /**
   * Receives the search text, so that the caller can pass the options that match it. Without this function, the menu
   * itself compares the text with the labels.
   */
  onSearch?: (text: string) => void
  onChoose: (value: string) => void
  /** Text shown if `options` is empty. */
  emptyText?: string
  /**
   * True if the menu is inside a popover. The list is then rendered inside the popover, because a click on a list in a
   * portal would close the popover.
   */
  isNested?: boolean
  /**
   * True if the button is in a bar at the bottom of the window. The list then opens upwards and is no wider than the
   * page on a phone, because a wider page would move the bar.
   */
  isInBar?: boolean
  /** True if the caller has opened the list. Undefined if the menu itself decides when its list is open. */
  opened?: boolean | undefined
  onOpenedChange?: ((opened: boolean) => void) | undefined
  /** True for a button that looks like text. */
  isPlain?: boolean
  buttonProps: Omit<ButtonProps, 'vars' | 'styles' | 'classNames' | 'attributes'> & {
    'aria-label'?: string
    'data-fact'?: boolean
    tabIndex?: number
  }
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
  current,
  onSearch,
  onChoose,
  emptyText = frameTexts.options.nothingFound,
  isNested = false,
  isInBar = false,
  opened,
  onOpenedChange,
  isPlain = false,
  buttonProps,
  children,
}: SearchMenuProps) {
  const [typed, setTyped] = useState('')
  const search = (text: string) => {
    setTyped(text)
    onSearch?.(text)
  }
  /** True after the menu was opened by keyboard, until an option is highlighted. */
  const isFirstWanted = useRef(false)
  const combobox = useCombobox({
    onDropdownOpen(source) {
      isFirstWanted.current = source === 'keyboard'
    },
    ...(opened !== undefined && { opened }),
    ...(onOpenedChange && { onOpenedChange }),
    onDropdownClose(source) {
      combobox.resetSelectedOption()
      focus.onClose(source)
      search('')
    },
  })
  const focus = useMenuFocus(combobox)
  const { dropdownOpened } = combobox
  const found = onSearch
    ? options
    : options.filter((option) => option.label.toLowerCase().includes(typed.trim().toLowerCase()))
  const list = useRef<HTMLDivElement>(null)
  /** True if the user pressed Enter before the options arrived. */
  const enteredEarly = useRef(false)
  // Enter chooses by index. Update the index, because options above the highlighted one may appear or disappear.
  useLayoutEffect(() => {
    if (!list.current) return
    const rendered = [...list.current.querySelectorAll('[data-combobox-option]')]
    const highlighted = rendered.findIndex((option) => option.hasAttribute('data-combobox-selected'))
    combobox.updateSelectedOptionIndex(highlighted)
    // Highlight the first match of the search, but never one of the options that are always shown.
    const isWanted = typed.trim() !== '' || isFirstWanted.current
    if (highlighted === -1 && isWanted && dropdownOpened && found.length > 0) {
      isFirstWanted.current = false
      combobox.selectFirstOption()
    }
    if (!enteredEarly.current || loading) return
    enteredEarly.current = false
    combobox.clickSelectedOption()
  })
  // A closed dropdown stays in the document, so render no options while it is closed.
  const shown = dropdownOpened ? [...found.slice(0, shownMaximum), ...always] : []
  const choose = (value: string) => {
    if (selected) search('')
    else combobox.closeDropdown('keyboard')
    onChoose(value)
  }
  const isSelected = (value: string) =>
    selected?.includes(value) ?? (current === undefined ? undefined : value === current)
  const TargetButton = (isPlain ? UnstyledButton : Button) as typeof Button
  return (
    <Combobox
      store={combobox}
      width={260}
      position={isInBar ? 'top-end' : 'bottom-start'}
      // Move the menu over its button if there is room neither below nor above, for example at a long list of tags.
      middlewares={{ shift: { crossAxis: true } }}
      shadow="md"
      onOptionSubmit={choose}
      withinPortal={!isNested}
      floatingStrategy={isInBar ? 'fixed' : 'absolute'}
      {...closedByOwnKeys}
    >
      {/* A button must not have `aria-activedescendant`, so the search field has this attribute instead. */}
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <TargetButton
          {...buttonProps}
          aria-haspopup="listbox"
          aria-expanded={dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          {children}
        </TargetButton>
      </Combobox.Target>
      <Combobox.Dropdown onKeyDown={focus.onKeyDown}>
        <Combobox.Search
          value={typed}
          aria-label={searchLabel}
          placeholder={searchLabel}
          onChange={({ currentTarget }) => {
            enteredEarly.current = false
            search(currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event) && loading && typed.trim() !== '')
              enteredEarly.current = true
          }}
        />
        {dropdownOpened && <OnMount run={focus.onMount} />}
        <Combobox.Options
          ref={list}
          mah={280}
          className={classes.options}
          aria-label={label}
          aria-multiselectable={!!selected}
        >
          {shown.map((option) => (
            <OptionOf key={option.value} option={option} isSelected={isSelected(option.value)} />
          ))}
          {dropdownOpened && shown.length === 0 && !loading && (
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
