import { Code, Text } from '@mantine/core'
import type { ApiProblem } from '../../api/api-problem.ts'
import { frameTexts } from '../../texts/frame.ts'

/**
 * Line with the id of a failed request, which the user can quote to the administrator. Renders nothing if no response
 * came.
 */
export const RequestId = ({ error: { requestId } }: { error: ApiProblem }) =>
  requestId === undefined ? null : (
    <Text size="xs">
      {frameTexts.problem.requestId} <Code>{requestId}</Code>
    </Text>
  )
