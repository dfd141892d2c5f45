import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useSearchText } from '../../kit/forms/use-search-text.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import type { ChangeSearch } from '../search/use-search.ts'
import classes from './filters.module.css'

const texts = incidentListTexts.search

interface SearchFieldProps {
  value: string | undefined
  onChange: ChangeSearch
  field: RefObject<HTMLInputElement | null>
}

/**
 * Search field that searches while the user types. When the user goes back in the history, the field shows the text of
 * the URL.
 */
export function SearchField({ value = '', onChange, field }: SearchFieldProps) {
  const { text, change, searchNow } = useSearchText(value, (q) =>
    // Replace the history entry while the user types, so that there is one entry per search and not one per letter.
    onChange({ q: q || undefined }, { replace: value !== '' && q !== '' }),
  )
  const focus = () => {
    field.current?.focus()
    field.current?.select()
  }
  useShortcuts(incidentListTexts.title, [{ keys: '/', description: incidentListTexts.keyboard.search, action: focus }])
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes.search!}
      aria-label={texts.label}
      placeholder={texts.placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text ? (
          <CloseButton
            size="sm"
            aria-label={texts.clear}
            onClick={() => {
              change('')
              searchNow()
              field.current?.focus()
            }}
          />
        ) : (
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            /
          </Kbd>
        )
      }
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') searchNow()
      }}
    />
  )
}
