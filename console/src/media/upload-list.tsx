import { ActionIcon, CloseButton, Group, Paper, Progress, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { messageOf } from '../kit/feedback/message-of.ts'
import { formatShare } from '../texts/format.ts'
import { mediaTexts as texts } from '../texts/media.ts'
import classes from './media.module.css'
import { fileKey } from './file-key.ts'
import type { Upload, Uploads } from './use-uploads.ts'

/** List of uploads: running and waiting uploads with their progress, failed uploads with the reason. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  if (uploads.list.length === 0) return null
  return (
    <ul className={classes.list} aria-live="polite">
      {uploads.list.map((upload) => (
        <Paper component="li" withBorder p="xs" key={fileKey(upload.file)}>
          <UploadRow upload={upload} uploads={uploads} />
        </Paper>
      ))}
    </ul>
  )
}

function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { file, share, error } = upload
  return (
    <Group gap="xs" wrap="nowrap">
      <div className={classes.fileName}>
        <Text size="sm" truncate>
          {file.name}
        </Text>
        {error ? (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {messageOf(error)}
          </Text>
        ) : (
          <Progress value={share * 100} aria-label={texts.uploading(file.name, formatShare(share))} />
        )}
      </div>
      {error && (
        <ActionIcon variant="default" aria-label={texts.retryUpload(file.name)} onClick={() => uploads.retry(upload)}>
          <IconRefresh size={16} />
        </ActionIcon>
      )}
      <CloseButton
        aria-label={error ? texts.dismissUpload(file.name) : texts.cancelUpload(file.name)}
        onClick={() => uploads.cancel(upload)}
      />
    </Group>
  )
}
