import { formatNumber } from './format.ts'
import { defineTexts } from './define-texts.ts'

/** Texts of the menus that change a fact of one or several incidents. */
export const incidentMenuTexts = defineTexts({
  moveTo: 'Move to',
  nowhere: 'The workflow has no next state from here',
  allowedFor: (count: number, of: number) => (count === of ? '' : `for ${formatNumber(count)} of ${formatNumber(of)}`),
  toMe: (name: string) => `${name} (me)`,
  find: {
    stateId: 'Find a state',
    priority: 'Find a priority',
    assigneeId: 'Find a person',
    typeId: 'Find a type',
    categoryId: 'Find a category',
    locationId: 'Find a location',
    pointId: 'Find a point',
    tags: 'Find or add a tag',
  },
  clear: { typeId: 'No type', categoryId: 'No category', locationId: 'No location', pointId: 'No point' },
  none: {
    typeId: 'There are no types yet',
    categoryId: 'This type has no categories',
    locationId: 'There are no locations yet',
    pointId: 'This location has no points',
    tags: 'Type a word and press Enter',
  },
  addTag: (tag: string) => `Add “${tag}”`,
})
