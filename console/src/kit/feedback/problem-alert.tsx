import { Alert, Button, Code, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiProblem } from '../../api/api-problem.ts'
import { frameTexts } from '../../texts/frame.ts'
import { messageOf } from './message-of.ts'
import { RequestId } from './request-id.tsx'

interface ProblemAlertProps {
  /** Error to show. Without an error, the component renders nothing. */
  error: Error | null | undefined
  /** Title that names the failed action, for example "Couldn’t load incidents". */
  title: string
  onRetry?: () => void
}

/** Alert with the reason of an error, the violations, the request id and an optional retry button. */
export function ProblemAlert({ error, title, onRetry }: ProblemAlertProps) {
  if (!error) return null
  const problem = error instanceof ApiProblem ? error : undefined
  return (
    <Alert color="red" variant="light" role="alert" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        {!problem?.isCoveredByViolations && <Text size="sm">{messageOf(error)}</Text>}
        {problem && problem.violations.length > 0 && (
          <div>
            <Text size="sm">{frameTexts.problem.violations(problem.violations.length)}</Text>
            <List size="sm">
              {problem.violations.map(({ pointer, parameter, message }, index) => (
                <List.Item key={index}>
                  {message} {(pointer ?? parameter) && <Code>{pointer ?? parameter}</Code>}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        {problem && <RequestId error={problem} />}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {frameTexts.problem.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
