import { Alert, Button, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { importMaximumBytes } from '@tocsin/contract/limits.ts'
import { useRef, useState } from 'react'
import { locationImportTexts } from '../../texts/location-import.ts'

const texts = locationImportTexts

/** Media types and extensions of CSV files. Browsers and spreadsheet programs report different media types. */
const accept = {
  'text/csv': ['.csv'],
  'text/plain': ['.csv', '.txt'],
  'application/vnd.ms-excel': ['.csv'],
}

/** Field for one CSV file, which the user chooses from the disk or drops on the field. */
export function FileChooser({ onChoose }: { onChoose: (file: File) => void }) {
  const open = useRef<() => void>(null)
  const [isRejected, setRejected] = useState(false)
  return (
    <>
      {isRejected && (
        <Alert role="alert" color="red">
          {texts.wrongFile}
        </Alert>
      )}
      <Dropzone
        multiple={false}
        accept={accept}
        maxSize={importMaximumBytes}
        openRef={open}
        onDrop={(files) => {
          setRejected(false)
          if (files[0]) onChoose(files[0])
        }}
        onReject={() => setRejected(true)}
        // Only the button opens the file picker. Screen reader users find a button more easily than a clickable area.
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ 'aria-label': texts.chooseLabel }}
      >
        <Stack align="center" gap="xs" py="md">
          <Button
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            data-autofocus
            onClick={() => open.current?.()}
          >
            {texts.choose}
          </Button>
          <Text size="sm" c="dimmed">
            {texts.drop}
          </Text>
        </Stack>
      </Dropzone>
    </>
  )
}
