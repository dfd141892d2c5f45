import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { frameTexts } from '../../texts/frame.ts'
import { EmptyState } from './empty-state.tsx'
import { PageHeader } from './page-header.tsx'

const texts = frameTexts.forbidden

/** Page shown to members who open a page for administrators. */
export function ForbiddenPage() {
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState
        icon={IconLock}
        title={texts.explanation}
        action={<Button renderRoot={(props) => <Link to="/incidents" {...props} />}>{texts.back}</Button>}
      />
    </>
  )
}
