import { Fieldset, Stack, Text } from '@mantine/core'
import { ChosenFiles } from '../../media/chosen-files.tsx'
import { FileChoice } from '../../media/file-choice.tsx'
import { incidentFormTexts as texts } from '../../texts/incident-form.ts'
import type { useDraftFiles } from './files/use-draft-files.ts'
import classes from './report-form.module.css'

interface FilesFieldProps {
  files: Pick<ReturnType<typeof useDraftFiles>, 'files' | 'add' | 'remove' | 'isStored'>
  disabled: boolean
}

/** Field for the photos and files of a report. On phones it begins with a large camera button. */
export const FilesField = ({ files, disabled }: FilesFieldProps) => (
  <Fieldset variant="unstyled" legend={texts.sections.files} classNames={{ legend: classes.legend! }}>
    <Stack gap="sm">
      <ChosenFiles files={files.files} onUnchoose={files.remove} disabled={disabled} />
      <FileChoice onFiles={files.add} disabled={disabled} withHint isCameraLarge />
      {!files.isStored && (
        <Text size="xs" c="dimmed" component="output">
          {texts.draft.photosNotStored}
        </Text>
      )}
    </Stack>
  </Fieldset>
)
