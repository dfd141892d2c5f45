import { formatNumber } from './format.ts'
import { plural } from './plural.ts'

export const boardTexts = {
  title: 'Board',
  board: 'Incidents by state',
  count: (count: number, hasMore: boolean) => `${formatNumber(count)}${hasMore ? '+' : ''}`,
  more: (count: number) => plural(count, { one: 'Show # more', other: 'Show # more' }),
  moreOfMany: 'Show more',
  empty: 'Nothing here',
  noStates: {
    title: 'No columns',
    explanation: 'The state filter hides every column. Clear it to see the board.',
  },
  move: 'Move to…',
  moveOf: (name: string) => `Move ${name} to…`,
  nowhere: 'The workflow has no transition from here',
  moved: (name: string, state: string) => `${name} is now in ${state}`,
  notMoved: (name: string) => `${name} could not be moved`,
  notAllowed: 'The workflow does not allow this move',
  hint: 'Drag a card to another column, or use its menu.',
}
