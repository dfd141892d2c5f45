import type { SelectProps } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { isComposing } from '../../browser/is-composing.ts'
import { hasOpenList } from '../menus/has-open-list.ts'
import { frameTexts } from '../../texts/frame.ts'
import { Select } from './select.tsx'

interface SearchSelectProps extends SelectProps {
  /** True while the options for the typed text are loading. */
  isLoading?: boolean
  /** Called if the user presses Enter while the options are loading. */
  onEnterEarly?: () => void
}

/**
 * Select field with a text search. While the list is open, Enter chooses the highlighted option or the first match and
 * does not submit the form.
 */
export function SearchSelect({
  isLoading = false,
  onEnterEarly,
  onSearchChange,
  onFocus,
  ...props
}: SearchSelectProps) {
  const [typed, setTyped] = useState('')
  const isTyped = typed.trim() !== ''
  const choose = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    if (event.key !== 'Enter' || isComposing(event) || !hasOpenList(field)) return
    event.preventDefault()
    event.stopPropagation()
    if (isLoading) return onEnterEarly?.()
    optionOf(field, isTyped)?.click()
  }
  return (
    <Select
      nothingFoundMessage={frameTexts.options.nothingFound}
      {...props}
      searchable
      selectFirstOptionOnChange={isTyped && !isLoading}
      onSearchChange={(text) => {
        setTyped(text)
        onSearchChange?.(text)
      }}
      onFocus={(event) => {
        // Select the text of the current choice, so that typing replaces it. Browsers do so by themselves only if the
        // user enters the field with Tab.
        event.currentTarget.select()
        onFocus?.(event)
      }}
      // Handle Enter before Mantine does: Mantine highlights an option only some time after the list opens.
      onKeyDownCapture={choose}
    />
  )
}

/** Returns the highlighted option, else the current choice, else the first match if the user has typed a text. */
function optionOf(field: HTMLElement, isTyped: boolean): HTMLElement | null {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  const find = (state: string) => list?.querySelector<HTMLElement>(`[data-combobox-option]${state}`) ?? null
  return find('[data-combobox-selected]') ?? find('[data-combobox-active]') ?? (isTyped ? find('') : null)
}
