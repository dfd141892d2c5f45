import { Loader, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../kit/feedback/message-of.ts'
import { SearchSelect } from '../../kit/forms/search-select.tsx'
import { frameTexts } from '../../texts/frame.ts'
import type { Choice, Find } from './queries.ts'

const texts = frameTexts.options
const typingMs = 200

export interface RemoteSelectProps extends Omit<SelectProps, 'value' | 'data' | 'onChange'> {
  value: Uuid | null
  /** Names keyed by id. The map contains the name of the current value once that name is loaded. */
  names: ReadonlyMap<Uuid, string>
  find: Find
  /** Text shown while nothing can be chosen, such as “Choose a Location first”. The field can still get the focus. */
  notYet?: string | undefined
  onChoose: (id: Uuid | null) => void
}

/** Select field for a location, point or user. The server searches for the options while the user types. */
export function RemoteSelect({ value, names, find, notYet, onChoose, ...others }: RemoteSelectProps) {
  const valueName = names.get(value ?? '')
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  // Until the user types, the field contains the name of the current value, which is not a search text.
  const wanted = typed === valueName ? '' : typed.trim()
  const [q] = useDebouncedValue(wanted, typingMs)
  const found = useQuery({ ...find(q), enabled: opened && !notYet, placeholderData: keepPreviousData })

  const choices = found.data?.choices ?? []
  const isLoading = opened && !notYet && !found.isError && (wanted !== q || found.isPending || found.isPlaceholderData)
  const onFirst = (id: Uuid) => {
    setOpened(false)
    onChoose(id)
  }
  // Search text for which the user pressed Enter before the server answered; undefined if there is none.
  const enteredEarly = useRef<string>(undefined)
  useEffect(() => {
    if (enteredEarly.current === undefined || isLoading) return
    const isStillWanted = opened && wanted !== '' && enteredEarly.current === wanted
    enteredEarly.current = undefined
    const first = found.data?.choices[0]
    if (isStillWanted && first) onFirst(first.id)
  })
  return (
    <SearchSelect
      {...others}
      {...(notYet && { placeholder: notYet })}
      isLoading={isLoading}
      onEnterEarly={() => {
        enteredEarly.current = wanted
      }}
      dropdownOpened={opened}
      value={value}
      data={toOptions(choices, value, valueName)}
      // Show only the matches that the server found. `data` may also contain the current value, so that the field can
      // show its name.
      filter={({ options }) =>
        isLoading
          ? []
          : options.filter((option) => !('value' in option) || choices.some(({ id }) => id === option.value))
      }
      onSearchChange={setTyped}
      onChange={(id) => onChoose(id)}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      nothingFoundMessage={
        notYet ??
        (found.isError
          ? texts.failed(messageOf(found.error))
          : isLoading || found.isFetching
            ? texts.searching
            : texts.nothingFound)
      }
      description={found.data?.hasMore && opened ? texts.more : others.description}
      comboboxProps={{ shadow: 'md' }}
      // On a small phone, the list must fit above or below its field.
      maxDropdownHeight="min(280px, 40dvh)"
      {...(opened && found.isFetching && { rightSection: <Loader size={16} /> })}
    />
  )
}

/**
 * Converts matches into options. Adds the current value if it is not among the matches, so that the field can show its
 * name.
 */
function toOptions(choices: Choice[], value: Uuid | null, valueName: string | undefined) {
  const options = choices.map(({ id, name }) => ({ value: id, label: name }))
  if (value === null || choices.some(({ id }) => id === value)) return options
  return [{ value, label: valueName ?? '…' }, ...options]
}
