import { Alert, Button, Group, Stack } from '@mantine/core'
import { Dialog } from '../../kit/dialogs/dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/problem-alert.tsx'
import { locationImportTexts } from '../../texts/location-import.ts'
import { FileChooser } from './file-chooser.tsx'
import { FormatDescription } from './format-description.tsx'
import { ImportReport } from './import-report.tsx'
import { RunningImport } from './running-import.tsx'
import { useLocationImport } from './use-location-import.ts'

const texts = locationImportTexts

/** Dialog to import locations and points. It shows first the file format, then the progress, then the report. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { file, progress, isRunning, isStopped, error, report, ...run } = useLocationImport()
  return (
    <Dialog
      size="lg"
      title={texts.title}
      onClose={onClose}
      // Only the Cancel button may stop a running import. A click outside the dialog or Escape must not stop it.
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
      withCloseButton={!isRunning}
    >
      {isRunning && <RunningImport name={file?.name ?? ''} progress={progress} onStop={run.stop} />}
      {report && (
        <Stack>
          <ImportReport report={report} />
          <Group justify="flex-end">
            <Button variant="default" onClick={run.reset}>
              {texts.another}
            </Button>
            <Button onClick={onClose}>{texts.close}</Button>
          </Group>
        </Stack>
      )}
      {!isRunning && !report && (
        <Stack>
          {isStopped && (
            <Alert role="alert" title={texts.stopped}>
              {progress?.done ? texts.partDone(progress.done) : texts.nothingDone}
            </Alert>
          )}
          <ProblemAlert error={error} title={texts.failedTitle} />
          <FormatDescription />
          <FileChooser onChoose={run.start} />
        </Stack>
      )}
    </Dialog>
  )
}
