import type { ContentPart as Part } from '../../domain/content.js';
import type { ToolCall as Call } from '../../domain/tool-calls.js';
import { builder } from '../builder.js';

export const ContentPart = builder.objectRef<Part>('ContentPart').implement({
  description: 'One part of a structured message.',
  fields: (t) => ({
    type: t.exposeString('type', {
      description: 'Kind of part, such as `text` or `image_url`. An open set.',
    }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'The text of a text part. Null elsewhere.',
    }),
    url: t.exposeString('url', {
      nullable: true,
      description: 'Where an image or a file is; often a long data URL. Null elsewhere.',
    }),
    json: t.expose('json', {
      type: 'JSON',
      nullable: true,
      description: 'The part as stored. Null of a plain text.',
    }),
  }),
});

export const ToolCall = builder.objectRef<Call>('ToolCall').implement({
  description: 'A call of a tool by the assistant.',
  fields: (t) => ({
    id: t.exposeString('id', {
      nullable: true,
      description: 'What the result names as its `toolCallId`. Null in broken calls.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'The tool. Null in broken calls.',
    }),
    arguments: t.exposeString('arguments', {
      nullable: true,
      description: 'Its arguments: JSON text, exactly as stored; the model may have broken it.',
    }),
  }),
});
