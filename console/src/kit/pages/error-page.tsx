import { Container } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { ApiProblem } from '../../api/api-problem.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { frameTexts } from '../../texts/frame.ts'
import { ProblemAlert } from '../feedback/problem-alert.tsx'

/** Page shown instead of a page that failed to render. It shows the problem from the server or a general message. */
export function ErrorPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const router = useRouter()
  if (error instanceof ApiProblem && error.status === 404) return <NotFoundPage />
  const retry = () => {
    onRetry()
    void router.invalidate()
  }
  return (
    <Container size="sm" py="xl">
      <ProblemAlert
        title={frameTexts.problem.load}
        error={error instanceof Error ? error : new Error(String(error))}
        onRetry={retry}
      />
    </Container>
  )
}
