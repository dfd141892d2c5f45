import { Code, Text } from '@mantine/core'
import type { ApiProblem } from '../../api/api-problem.ts'
import { frameTexts } from '../../texts/frame.ts'

/** By which request to ask about a failure, where there was an answer. */
export const RequestId = ({ error: { requestId } }: { error: ApiProblem }) =>
  requestId === undefined ? null : (
    <Text size="xs">
      {frameTexts.problem.requestId} <Code>{requestId}</Code>
    </Text>
  )
