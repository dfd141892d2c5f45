import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'

/** Columns that users may show or hide, from left to right. The column of the number and name is always shown. */
export const optionalColumns = [
  'priority',
  'state',
  'typeId',
  'categoryId',
  'locationId',
  'assigneeId',
  'createdBy',
  'tags',
  'externalId',
  'time',
] as const
export type OptionalColumn = (typeof optionalColumns)[number]

export const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

interface Chosen {
  density: Density
  /** Columns that the user has chosen; undefined until the user chooses columns. */
  columns?: readonly OptionalColumn[]
}

export interface TableDisplay {
  density: Density
  columns: readonly OptionalColumn[]
  change: (chosen: Partial<Chosen>) => void
}

const usualColumns: readonly OptionalColumn[] = ['priority', 'state', 'typeId', 'locationId', 'assigneeId', 'time']

/** Returns the density and the columns that the user has chosen in this browser. */
export function useTableDisplay(): TableDisplay {
  const [chosen, setChosen] = useLocalStorage<Chosen>({
    key: 'tocsin-list-display',
    defaultValue: { density: 'compact' },
    getInitialValueInEffect: false,
    deserialize: readChosen,
  })
  const isWide = useMediaQuery('(min-width: 80em)', true, { getInitialValueInEffect: false })
  // Memoize the columns, because the table compares them by identity.
  const columns = useMemo(
    () => chosen.columns ?? usualColumns.filter((column) => isWide || column !== 'typeId'),
    [chosen.columns, isWide],
  )
  return {
    density: chosen.density,
    columns,
    change: (part) => setChosen((former) => ({ ...former, ...part })),
  }
}

/** Reads the stored choice. Ignores unknown values, which another version of the console may have stored. */
export function readChosen(text: string | undefined): Chosen {
  const stored = parse(text)
  const columns = stored.columns
  return {
    density: densities.find((density) => density === stored.density) ?? 'compact',
    ...(Array.isArray(columns) && { columns: optionalColumns.filter((column) => columns.includes(column)) }),
  }
}

function parse(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Width of each column as a track of a CSS grid. Widths for words grow with the font size of the browser. */
const tracks: Readonly<Record<OptionalColumn | 'select', string>> = {
  select: '20px',
  priority: '5.25rem',
  state: '6.25rem',
  typeId: 'minmax(0, 1fr)',
  categoryId: 'minmax(0, 1fr)',
  locationId: 'minmax(0, 1fr)',
  assigneeId: 'minmax(0, 1fr)',
  createdBy: 'minmax(0, 1fr)',
  tags: 'minmax(0, 1fr)',
  externalId: 'minmax(0, 0.8fr)',
  time: '7rem',
}

/**
 * Returns all columns of the table from left to right. The name comes after the priority or, if the priority is not
 * shown, after the checkbox.
 */
export const allColumns = (shown: readonly OptionalColumn[]): readonly (OptionalColumn | 'select' | 'name')[] => {
  const [priority, others] = [shown.filter((id) => id === 'priority'), shown.filter((id) => id !== 'priority')]
  return ['select', ...priority, 'name', ...others]
}

/** Widths of the name as CSS grid tracks. Each width leaves enough room for the other columns. */
const nameTracks = {
  usual: 'minmax(min(23rem, 40%), 3fr)',
  /** Width beside more columns than usual. */
  crowded: 'minmax(7.5rem, 3fr)',
  /** Width on paper, where texts wrap. */
  printed: 'minmax(7.5rem, 2fr)',
}

/** Returns the value of `grid-template-columns` for the rows of the table. */
export function gridTracks(shown: readonly OptionalColumn[], isPrinting: boolean): string {
  const width = shown.length > usualColumns.length ? 'crowded' : 'usual'
  const name = nameTracks[isPrinting ? 'printed' : width]
  return allColumns(shown)
    .map((id) => (id === 'name' ? name : tracks[id]))
    .join(' ')
}
