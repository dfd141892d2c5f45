import type { ConfigurationContent, FieldRules } from '@tocsin/contract/api/configuration.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { newId } from '../../server/src/database/new-id.ts'

type ProfileName = 'Standard' | 'Cold chain' | 'Till fault' | 'Delivery' | 'Safety'

interface TypeOutline {
  profile: ProfileName
  categories: string[]
  inactiveCategories?: string[]
  isInactive?: boolean
}

const types: Record<string, TypeOutline> = {
  Refrigeration: {
    profile: 'Cold chain',
    categories: ['Too warm', 'Icing', 'Leak', 'Alarm'],
    inactiveCategories: ['Ice machine'],
  },
  'Tills and payments': {
    profile: 'Till fault',
    categories: ['Card terminal', 'Scanner', 'Receipt printer', 'Cheque reader'],
  },
  Deliveries: { profile: 'Delivery', categories: ['Late', 'Damaged goods', 'Short delivery', 'Broken cold chain'] },
  'Building and safety': { profile: 'Safety', categories: ['Doors', 'Lighting', 'Water damage', 'Slip or fall'] },
  'Bottle return': { profile: 'Standard', categories: ['Machine jammed', 'Container full'] },
  'Online orders': { profile: 'Standard', categories: ['Wrong item', 'Not collected'] },
  'Photo booth': { profile: 'Standard', categories: ['Out of paper'], isInactive: true },
}

/**
 * Configuration of the shops, with the ids of its types, categories and profiles, keyed by name. `categoryIds` is keyed
 * by the name of the type, then by the name of the category.
 */
export interface ShopCatalogue {
  configuration: ConfigurationContent
  typeIds: Map<string, Uuid>
  categoryIds: Map<string, Map<string, Uuid>>
  profileIds: Map<string, Uuid>
}

/** Builds the first creation configuration of the shops, with every type except Online orders. */
export function firstConfiguration(): ShopCatalogue {
  const profileIds = new Map(Object.keys(firstProfiles).map((name) => [name, newId()]))
  const typeIds = new Map(Object.keys(types).map((name) => [name, newId()]))
  const categoryIds = new Map(
    Object.entries(types).map(([name, { categories, inactiveCategories = [] }]) => [
      name,
      new Map([...categories, ...inactiveCategories].map((category) => [category, newId()])),
    ]),
  )
  const outlines = Object.entries(types).filter(([name]) => name !== 'Online orders')
  const configuration: ConfigurationContent = {
    types: outlines.map(([name, { profile, isInactive = false }]) => ({
      id: typeIds.get(name)!,
      name,
      active: !isInactive,
      profileId: profile === 'Standard' ? null : profileIds.get(profile)!,
    })),
    categories: outlines.flatMap(([name, outline]) => categoriesOf(name, outline, typeIds, categoryIds)),
    profiles: Object.entries(firstProfiles).map(([name, fields]) => ({ id: profileIds.get(name)!, name, fields })),
    defaultProfileId: profileIds.get('Standard')!,
  }
  return { configuration, typeIds, categoryIds, profileIds }
}

function categoriesOf(
  typeName: string,
  { inactiveCategories = [] }: TypeOutline,
  typeIds: ShopCatalogue['typeIds'],
  categoryIds: ShopCatalogue['categoryIds'],
): ConfigurationContent['categories'] {
  return [...categoryIds.get(typeName)!].map(([name, id]) => ({
    id,
    typeId: typeIds.get(typeName)!,
    name,
    active: !inactiveCategories.includes(name),
  }))
}

/** Field rules of the profiles in the first configuration. The default profile, Standard, requires only a name. */
const firstProfiles: Record<ProfileName, FieldRules> = {
  Standard: {
    name: { rule: 'required' },
    priority: { rule: 'optional', default: 'NORMAL' },
    occurredAt: { rule: 'optional', default: 'now' },
  },
  'Cold chain': {
    name: { rule: 'required' },
    categoryId: { rule: 'required' },
    locationId: { rule: 'required' },
    occurredAt: { rule: 'optional', default: 'now' },
    tags: { rule: 'optional', default: ['cold-chain'] },
  },
  'Till fault': {
    name: { rule: 'required' },
    locationId: { rule: 'required' },
    coordinates: { rule: 'hidden' },
  },
  Delivery: {
    name: { rule: 'required' },
    categoryId: { rule: 'required' },
    locationId: { rule: 'required' },
  },
  Safety: {
    name: { rule: 'required' },
    priority: { rule: 'required' },
    locationId: { rule: 'required' },
  },
}

/**
 * Builds the second creation configuration of the shops. It deactivates the type Bottle return and the category Cheque
 * reader, adds the type Online orders and makes some profiles stricter.
 * @param existing users and locations that some profiles use as defaults.
 */
export function secondConfiguration(
  { configuration, typeIds, categoryIds, profileIds }: ShopCatalogue,
  existing: ShopReferences,
): ConfigurationContent {
  const retired = new Set([typeIds.get('Bottle return')])
  const withdrawn = new Set([categoryIds.get('Tills and payments')!.get('Cheque reader')])
  const stricter = strictProfiles(existing)
  const name = 'Online orders'
  return {
    ...configuration,
    types: [
      ...configuration.types.map((type) => ({ ...type, active: type.active && !retired.has(type.id) })),
      { id: typeIds.get(name)!, name, active: true, profileId: null },
    ],
    categories: [
      ...configuration.categories.map((category) => ({
        ...category,
        active: category.active && !withdrawn.has(category.id),
      })),
      ...categoriesOf(name, types[name]!, typeIds, categoryIds),
    ],
    profiles: [...profileIds].map(([profile, id]) => ({
      id,
      name: profile,
      fields: stricter[profile as ProfileName] ?? firstProfiles[profile as ProfileName],
    })),
  }
}

export interface ShopReferences {
  depotId: Uuid
  safetyOfficerId: Uuid
  tillTechnicianId: Uuid
}

const strictProfiles = ({
  depotId,
  safetyOfficerId,
  tillTechnicianId,
}: ShopReferences): Partial<Record<ProfileName, FieldRules>> => ({
  'Cold chain': {
    ...firstProfiles['Cold chain'],
    description: { rule: 'required' },
    priority: { rule: 'optional', default: 'MAJOR' },
  },
  'Till fault': {
    ...firstProfiles['Till fault'],
    priority: { rule: 'readOnly', default: 'NORMAL' },
    assigneeId: { rule: 'hidden', default: tillTechnicianId },
  },
  Delivery: {
    ...firstProfiles.Delivery,
    locationId: { rule: 'required', default: depotId },
    tags: { rule: 'optional', default: ['goods-in'] },
  },
  Safety: {
    ...firstProfiles.Safety,
    description: { rule: 'required' },
    assigneeId: { rule: 'readOnly', default: safetyOfficerId },
  },
})
