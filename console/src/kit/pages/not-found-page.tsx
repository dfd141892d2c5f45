import { Button } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { frameTexts } from '../../texts/frame.ts'
import { EmptyState } from './empty-state.tsx'
import { PageHeader } from './page-header.tsx'

const texts = frameTexts.notFound

/** Page shown for unknown URLs and for objects that do not exist. */
export function NotFoundPage({ explanation = texts.explanation }: { explanation?: string }) {
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState
        icon={IconMapPinOff}
        title={explanation}
        action={<Button renderRoot={(props) => <Link to="/incidents" {...props} />}>{texts.back}</Button>}
      />
    </>
  )
}
