import { Combobox, Text } from '@mantine/core'
import { frameTexts } from '../../texts/frame.ts'
import { ProblemAlert } from '../feedback/problem-alert.tsx'

export interface OptionsLoadStateProps {
  /** Why they could not be read; null while they are on their way. */
  error: Error | null
  onRetry: () => void
}

/** As `MenuLoadState`, below a list of options. */
export const OptionsLoadState = ({ error, onRetry }: OptionsLoadStateProps) => (
  <Combobox.Footer>
    {error ? (
      <ProblemAlert error={error} onRetry={onRetry} />
    ) : (
      <Text size="xs" c="dimmed">
        {frameTexts.loading}
      </Text>
    )}
  </Combobox.Footer>
)
