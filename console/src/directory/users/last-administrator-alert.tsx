import { Alert } from '@mantine/core'
import { userTexts } from '../../texts/users.ts'

const texts = userTexts.lastAdministrator

/** Why the only administrator can be neither archived nor made a member, and what to do about it. */
export const LastAdministratorAlert = () => (
  <Alert color="red" variant="light" role="alert" title={texts.title}>
    {texts.explanation}
  </Alert>
)
