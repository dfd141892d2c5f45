import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { BrandMark } from '../kit/pages/brand-mark.tsx'
import { frameTexts } from '../texts/frame.ts'

/** Layout of the sign-in page and the set-up page, which need no session. */
export function SignedOutLayout({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(frameTexts.documentTitle(title))
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400} gap="lg">
        <Group gap="xs" justify="center">
          <BrandMark sizePx={32} />
          <Text fw={700} size="xl">
            {frameTexts.product}
          </Text>
        </Group>
        <Paper withBorder p="lg" radius="md">
          <Stack gap="md">
            <Title order={1}>{title}</Title>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  )
}
