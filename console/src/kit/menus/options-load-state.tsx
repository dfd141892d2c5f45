import { Combobox, Text } from '@mantine/core'
import { frameTexts } from '../../texts/frame.ts'
import { ProblemAlert } from '../feedback/problem-alert.tsx'

export interface OptionsLoadStateProps {
  /** Error that prevented the options from loading; null while the options are loading. */
  error: Error | null
  onRetry: () => void
}

/** Footer below a list of options while the options load, or after loading failed. */
export const OptionsLoadState = ({ error, onRetry }: OptionsLoadStateProps) => (
  <Combobox.Footer>
    {error ? (
      <ProblemAlert title={frameTexts.options.loadFailed} error={error} onRetry={onRetry} />
    ) : (
      <Text size="xs" c="dimmed">
        {frameTexts.loading}
      </Text>
    )}
  </Combobox.Footer>
)
