import OpenAI from 'openai';
export const model = await new OpenAI().models.retrieve('model');
