import { Code, Text } from '@mantine/core'
import type { ApiProblem } from '../../api/api-problem.ts'
import { frameTexts } from '../../texts/frame.ts'

/** Line with the id of a failed request, for a question to the administrator. Renders nothing without a response. */
export const RequestId = ({ error: { requestId } }: { error: ApiProblem }) =>
  requestId === undefined ? null : (
    <Text size="xs">
      {frameTexts.problem.requestId} <Code>{requestId}</Code>
    </Text>
  )
