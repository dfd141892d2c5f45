import { Menu } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { gettingStartedTexts } from '../../texts/getting-started.ts'
import { useGettingStarted } from './use-getting-started.ts'

/** Menu item that shows the first steps again, for administrators and only while a step is unfinished. */
export function GettingStartedItem() {
  const { leftCount, show } = useGettingStarted()
  const navigate = useNavigate()
  if (leftCount === 0) return null
  const open = () => {
    show()
    void navigate({ to: '/overview' })
  }
  return (
    <Menu.Item leftSection={<IconListCheck size={16} />} onClick={open}>
      {gettingStartedTexts.left(leftCount)}
    </Menu.Item>
  )
}
