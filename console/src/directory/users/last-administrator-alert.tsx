import { Alert } from '@mantine/core'
import { userTexts } from '../../texts/users.ts'

const texts = userTexts.lastAdministrator

/** Explains that the last administrator can be neither archived nor made a member, and how to proceed. */
export const LastAdministratorAlert = () => (
  <Alert color="red" variant="light" role="alert" title={texts.title}>
    {texts.explanation}
  </Alert>
)
