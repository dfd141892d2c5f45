import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import type { ChangeSearch } from '../use-search.ts'
import classes from './filters.module.css'

const texts = incidentListTexts.search
const debounceMs = 200

/** Searches while one types. The address follows, and leads the field when one goes back. */
export function SearchField({ value = '', onChange }: { value: string | undefined; onChange: ChangeSearch }) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    // While one goes on typing, the address is behind.
    if (typed.trim() !== value) setTyped(value)
  }
  const search = useDebouncedCallback((text: string) => {
    const q = text.trim() || undefined
    // One search is one step back, not one for each letter.
    if (q !== (value || undefined)) onChange({ q }, { replace: value !== '' && q !== undefined })
  }, debounceMs)
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
      placeholder={texts.label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed ? (
          <CloseButton
            size="sm"
            aria-label={texts.clear}
            onClick={() => {
              setTyped('')
              search.cancel()
              onChange({ q: undefined })
              field.current?.focus()
            }}
          />
        ) : (
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            /
          </Kbd>
        )
      }
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        search(currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') field.current?.blur()
        if (event.key === 'Enter') search.flush()
      }}
    />
  )
}
