import { Comment, CreateComment, UpdateComment } from '@tocsin/contract/comment.ts'
import { configurationSchemas, CreationConfiguration } from '@tocsin/contract/configuration.ts'
import { Location, Point, User, WorkflowState } from '@tocsin/contract/directory.ts'
import { CreateIncident, IncidentResponse } from '@tocsin/contract/incident.ts'
import { ListFilter, ListMeta } from '@tocsin/contract/list.ts'
import { Media, MediaUrls } from '@tocsin/contract/media.ts'
import { ProblemDetails, Violation } from '@tocsin/contract/problem.ts'
import { ChangePassword, Session, SetUp, SetUpState, SignIn } from '@tocsin/contract/session.ts'
import type { TSchema } from 'typebox'

/** Those that only the console's routes refer to; OpenAPI does not show them. */
export const consoleSchemas: TSchema[] = [SignIn, Session, ChangePassword, SetUpState, SetUp]

/** Every schema that routes refer to by name; OpenAPI shows each once. */
export const sharedSchemas: TSchema[] = [
  CreateIncident,
  IncidentResponse,
  CreateComment,
  UpdateComment,
  Comment,
  Media,
  MediaUrls,
  ...configurationSchemas,
  CreationConfiguration,
  Location,
  Point,
  User,
  WorkflowState,
  ListFilter,
  ListMeta,
  Violation,
  ProblemDetails,
  ...consoleSchemas,
]
