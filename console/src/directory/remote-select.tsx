import { Loader, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'
import { messageOf } from '../frame/message-of.ts'
import { frameTexts } from '../texts/frame.ts'
import type { Choice, Find } from './picker-queries.ts'

const texts = frameTexts.options
const typingMs = 200

export interface RemoteSelectProps extends Omit<SelectProps, 'value' | 'data' | 'onChange'> {
  value: Uuid | null
  /** Has the name of the value, once that is known. */
  names: ReadonlyMap<Uuid, string>
  find: Find
  onChoose: (id: Uuid | null) => void
}

/** A choice among more than a list can show: what is typed is searched for on the server. */
export function RemoteSelect({ value, names, find, onChoose, ...others }: RemoteSelectProps) {
  const valueName = names.get(value ?? '')
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  // The name of what is chosen stands in the field until somebody types.
  const wanted = typed === valueName ? '' : typed.trim()
  const [q] = useDebouncedValue(wanted, typingMs)
  const found = useQuery({ ...find(q), enabled: opened, placeholderData: keepPreviousData })

  const choices = found.data?.choices ?? []
  return (
    <Select
      {...others}
      searchable
      value={value}
      data={toOptions(choices, value, valueName)}
      // The server has found them already; what is chosen is among the data for its name alone.
      filter={({ options }) =>
        options.filter((option) => !('value' in option) || choices.some(({ id }) => id === option.value))
      }
      onSearchChange={setTyped}
      onChange={(id) => onChoose(id)}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      nothingFoundMessage={
        found.isError ? texts.failed(messageOf(found.error)) : found.isFetching ? texts.searching : texts.nothingFound
      }
      description={found.data?.hasMore && opened ? texts.more : others.description}
      comboboxProps={{ shadow: 'md' }}
      maxDropdownHeight={280}
      {...(opened && found.isFetching && { rightSection: <Loader size={16} /> })}
    />
  )
}

/** With what is chosen, so that the field shows its name wherever the search stands. */
function toOptions(choices: Choice[], value: Uuid | null, valueName: string | undefined) {
  const options = choices.map(({ id, name }) => ({ value: id, label: name }))
  if (value === null || choices.some(({ id }) => id === value)) return options
  return [{ value, label: valueName ?? '…' }, ...options]
}
