import { Comment, CreateComment, UpdateComment } from '@tocsin/contract/comment.ts'
import { configurationSchemas, CreationConfiguration } from '@tocsin/contract/configuration.ts'
import { Location, Point, User, WorkflowState } from '@tocsin/contract/directory.ts'
import { CreateIncident, IncidentResponse } from '@tocsin/contract/incident.ts'
import { ListFilter, ListMeta } from '@tocsin/contract/list.ts'
import { Media, MediaUrls } from '@tocsin/contract/media.ts'
import { ProblemDetails, Violation } from '@tocsin/contract/problem.ts'
import type { TSchema } from 'typebox'

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
]
