import { Avatar, Group, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconBook, IconKeyboard, IconLock, IconLogout } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCloseOnBack } from '../browser/use-close-on-back.ts'
import { GettingStartedItem } from '../overview/getting-started/menu-item.tsx'
import { laterPart } from '../keyboard/later-part.tsx'
import { useShowKeyboardHelp } from '../keyboard/use-shortcuts.ts'
import { useSession } from '../sessions/session.ts'
import { useSignOut } from '../sessions/sign-out.ts'
import { frameTexts } from '../texts/frame.ts'
import { sessionTexts } from '../texts/sessions.ts'
import { showProblem } from '../kit/feedback/show-problem.tsx'

const ChangePasswordDialog = laterPart(
  async () => (await import('../sessions/change-password-dialog.tsx')).ChangePasswordDialog,
)

/**
 * Menu of the signed-in user: colour scheme, help, password and sign-out.
 * @param onSignOut called when the user chooses to sign out, before the session ends.
 */
export function UserMenu({ onSignOut }: { onSignOut?: () => void }) {
  const { user } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [isChangingPassword, setChangingPassword] = useState(false)
  const showKeyboardHelp = useShowKeyboardHelp()
  useCloseOnBack(() => setOpen(false))
  const signOut = useMutation({
    mutationFn: useSignOut(),
    onMutate: onSignOut,
    onError: (error) => showProblem(sessionTexts.signOutFailed, error),
  })
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} width={260} position="top-start" shadow="md">
        <Menu.Target>
          <UnstyledButton p="xs" w="100%">
            <Group gap="sm" wrap="nowrap">
              <VisuallyHidden>{frameTexts.user.account}</VisuallyHidden>
              <Avatar name={user.name} size={34} color="petrol" aria-hidden />
              <div style={{ minWidth: 0 }}>
                <Text size="sm" fw={600} truncate>
                  {user.name}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {frameTexts.user.roles[user.role]}
                </Text>
              </div>
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.email}</Menu.Label>
          <GettingStartedItem />
          <AppearanceChoice />
          <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={showKeyboardHelp}>
            {frameTexts.user.keyboard}
          </Menu.Item>
          <Menu.Item leftSection={<IconBook size={16} />} component="a" href="/docs" target="_blank" rel="noopener">
            {frameTexts.user.documentation}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLock size={16} />} onClick={() => setChangingPassword(true)}>
            {sessionTexts.password.title}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate('here')}>
            {sessionTexts.signOut}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate('everywhere')}>
            {sessionTexts.signOutEverywhere}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isChangingPassword && <ChangePasswordDialog onClose={() => setChangingPassword(false)} />}
    </>
  )
}

function AppearanceChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{frameTexts.theme.label}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(choice) => setColorScheme(choice as typeof colorScheme)}>
        {Object.entries(frameTexts.theme.choices).map(([choice, label]) => (
          <Menu.RadioItem key={choice} value={choice}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  )
}
