import { formatNumber } from './format.ts'
import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

export const boardTexts = defineTexts({
  title: 'Board',
  board: 'Incidents by state',
  count: (count: number, hasMore: boolean) => `${formatNumber(count)}${hasMore ? '+' : ''}`,
  loadFailed: 'Couldn’t load the board',
  more: (count: number) => plural(count, { one: 'Show # more', other: 'Show # more' }),
  moreOfMany: 'Show more',
  empty: 'Nothing here',
  noStates: {
    title: 'No columns',
    explanation: 'The state filter hides every column. Clear it to see the board.',
  },
  move: 'Move to…',
  moveOf: (name: string) => `Move ${name} to…`,
  nowhere: 'The workflow has no next state from here',
  moved: (name: string, state: string) => `Moved ${name} to ${state}`,
  notMoved: (name: string) => `Couldn’t move ${name}`,
  notAllowed: 'The workflow doesn’t allow this move',
})
