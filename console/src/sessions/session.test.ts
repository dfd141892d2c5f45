import { notifications, notificationsStore } from '@mantine/notifications'
import { QueryClient } from '@tanstack/react-query'
import type { Session } from '@tocsin/contract/console/session.ts'
import { expect, test } from 'vitest'
import { beginSession } from './session.ts'

test('the user who signs in next does not see messages of the ended session', () => {
  notifications.show({ message: 'Freezer 3 is warm was deleted.', autoClose: false })
  expect(notificationsStore.getState().notifications).toHaveLength(1)
  beginSession(new QueryClient(), { csrfToken: 'token' } as Session)
  expect(notificationsStore.getState().notifications).toEqual([])
})
