import type { View } from '@tocsin/contract/console/view.ts'
import { viewQueryMaxLength } from '@tocsin/contract/limits.ts'
import { expect, test } from 'vitest'
import { listViews } from './listed-views.ts'
import { queriesOf } from './view-counts.ts'

const userId = '0199a3c1-2d3e-7f4a-9b5c-6d7e8f9a0b12'

test('queriesOf leaves out a view whose filters are too long for the server, but not the other views', () => {
  const query = `assigneeId=me&q=${'x'.repeat(viewQueryMaxLength - 20)}`
  const queries = queriesOf(listViews([{ id: userId, name: 'Ours', layout: 'list', query } as View]), userId)
  expect(queries).toEqual([
    'state=open&assigned=false',
    `state=open&assigneeId=${userId}`,
    'state=open&priority=CRITICAL',
  ])
})
