import { useMediaQuery } from '@mantine/hooks'
import type { BusinessField } from '@tocsin/contract/rules/incident-values.ts'

/** Returns true on a phone, where the report form has a different order of fields. */
export const useIsPhone = (): boolean => useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })

const place = ['locationId', 'pointId'] as const
const text = ['name', 'description'] as const
const others = [
  'categoryId',
  'priority',
  'assigneeId',
  'occurredAt',
  'tags',
  'externalId',
  'latitude',
  'longitude',
] as const

/** Returns the fields of the report form in the order in which the form shows them. */
export const reportOrder = (isPhone: boolean): readonly BusinessField[] =>
  isPhone ? ['typeId', ...place, ...text, ...others] : ['typeId', ...text, ...place, ...others]
