/* Temporary: the generated file of the database takes this place. */
interface Table<Row> {
  Row: Row
  Insert: Partial<Row>
  Update: Partial<Row>
  Relationships: []
}
type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      profiles: Table<{
        id: string
        name: string | null
        role: string
        email: string | null
        created_at: string
        updated_at: string
      }>
      tickets: Table<{
        id: string
        subject: string
        description: string
        status: string
        priority: string
        created_by: string
        customer_id: string | null
        assigned_to: string | null
        created_at: string
        updated_at: string
        closed_at: string | null
        tags: string[] | null
        metadata: Json
        version: number
      }>
      comments: Table<{
        id: string
        ticket_id: string
        user_id: string
        author_name: string | null
        author_role: string | null
        content: string
        is_internal: boolean
        created_at: string
        updated_at: string
      }>
      attachments: Table<{
        id: string
        ticket_id: string
        comment_id: string | null
        file_name: string
        file_type: string
        file_size: number
        storage_path: string
        uploaded_by: string
        created_at: string
      }>
    }
    Views: { [key in never]: never }
    Functions: {
      verify_invite: {
        Args: { token: string }
        Returns: { is_valid: boolean; invite_email: string; invite_role: string }[]
      }
    }
    Enums: { [key in never]: never }
    CompositeTypes: { [key in never]: never }
  }
}
