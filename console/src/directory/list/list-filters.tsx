import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { useSearchText } from '../../kit/forms/use-search-text.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { directoryTexts } from '../../texts/directory.ts'
import type { DirectorySearch } from '../directory-search.ts'

const texts = directoryTexts.list

interface ListFiltersProps {
  /** Title of the page, used as a heading in the help on keyboard shortcuts. */
  title: string
  search: DirectorySearch
  onSearch: (search: DirectorySearch) => void
}

/**
 * Search field for names, and a switch between current and archived entries. Each change shows the first page of the
 * list.
 */
export function ListFilters({ title, search, onSearch }: ListFiltersProps) {
  const field = useRef<HTMLInputElement>(null)
  const { text, change } = useSearchText(search.q ?? '', (q) => onSearch({ show: search.show, q: q || undefined }))
  useShortcuts(title, [{ keys: '/', description: texts.shortcutSearch, action: () => field.current?.focus() }])
  return (
    <Group gap="sm" mb="sm">
      <TextInput
        ref={field}
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        flex="1 1 200px"
        maw={420}
      />
      <SegmentedControl
        aria-label={texts.show}
        value={search.show ?? 'inUse'}
        onChange={(show) => onSearch({ q: search.q, show: show === 'inUse' ? undefined : show })}
        data={(['inUse', 'archived', 'all'] as const).map((value) => ({ value, label: texts.shown[value] }))}
      />
    </Group>
  )
}
