import { useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useMemo, useState } from 'react'
import { SearchMenu } from '../../kit/menus/search-menu.tsx'
import { fieldTexts } from '../../texts/incident-form.ts'
import { incidentMenuTexts as texts } from '../../texts/incident-menus.ts'
import type { IncidentPages } from '../queries.ts'
import type { PlacedMenu } from './placed-menu.ts'

interface TagsMenuProps extends PlacedMenu {
  value: readonly string[]
  onChange: (tags: string[]) => void
}

/** Menu to add and remove tags. Suggests the tags of the loaded incidents, and adds any other text as a new tag. */
export function TagsMenu({ value, onChange, ...menu }: TagsMenuProps) {
  const [typed, setTyped] = useState('')
  const known = useKnownTags()
  const text = typed.trim()
  const all = [...new Set([...value, ...known])]
  const found = all.filter((tag) => tag.toLowerCase().includes(text.toLowerCase()))
  const options = found.map((tag) => ({ value: tag, label: tag }))
  if (text !== '' && !all.includes(text)) options.push({ value: text, label: texts.addTag(text) })
  return (
    <SearchMenu
      {...menu}
      label={fieldTexts.tags}
      searchLabel={texts.find.tags}
      emptyText={texts.none.tags}
      options={options}
      loading={undefined}
      selected={value}
      onSearch={setTyped}
      onChoose={(tag) => onChange(value.includes(tag) ? value.filter((each) => each !== tag) : [...value, tag])}
    />
  )
}

/** Returns the tags of the incidents that the lists have loaded, in alphabetical order. */
function useKnownTags(): readonly string[] {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const lists = queryClient.getQueriesData<IncidentPages>({ queryKey: ['incidents', 'list'] })
    const rows: IncidentResponse[] = lists.flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? [])
    return [...new Set(rows.flatMap(({ tags }) => tags))].toSorted((one, other) => one.localeCompare(other))
  }, [queryClient])
}
