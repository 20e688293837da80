/* Generated from the database by `npm run types -w @helpdesk/database`. Do not edit. */
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: '13'
  }
  public: {
    Tables: {
      attachments: {
        Row: {
          comment_id: string | null
          created_at: string
          file_name: string
          file_size: number
          file_type: string
          id: string
          storage_path: string
          ticket_id: string
          uploaded_by: string
        }
        Insert: {
          comment_id?: string | null
          created_at?: string
          file_name: string
          file_size: number
          file_type: string
          id?: string
          storage_path: string
          ticket_id: string
          uploaded_by?: string
        }
        Update: {
          comment_id?: string | null
          created_at?: string
          file_name?: string
          file_size?: number
          file_type?: string
          id?: string
          storage_path?: string
          ticket_id?: string
          uploaded_by?: string
        }
        Relationships: [
          {
            foreignKeyName: 'attachments_comment_fkey'
            columns: ['comment_id', 'ticket_id']
            isOneToOne: false
            referencedRelation: 'comments'
            referencedColumns: ['id', 'ticket_id']
          },
          {
            foreignKeyName: 'attachments_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: false
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'attachments_uploaded_by_fkey'
            columns: ['uploaded_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      comments: {
        Row: {
          author_name: string
          author_role: string
          content: string
          created_at: string
          id: string
          is_internal: boolean
          request_id: string | null
          ticket_id: string
          updated_at: string
          user_id: string
        }
        Insert: {
          author_name?: string
          author_role?: string
          content: string
          created_at?: string
          id?: string
          is_internal?: boolean
          request_id?: string | null
          ticket_id: string
          updated_at?: string
          user_id?: string
        }
        Update: {
          author_name?: string
          author_role?: string
          content?: string
          created_at?: string
          id?: string
          is_internal?: boolean
          request_id?: string | null
          ticket_id?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'comments_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: false
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'comments_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      invites: {
        Row: {
          created_at: string
          created_by: string
          email: string
          expires_at: string
          id: string
          revoked_at: string | null
          role: string
          token_hash: string
          used_at: string | null
          used_by: string | null
        }
        Insert: {
          created_at?: string
          created_by?: string
          email: string
          expires_at?: string
          id?: string
          revoked_at?: string | null
          role: string
          token_hash: string
          used_at?: string | null
          used_by?: string | null
        }
        Update: {
          created_at?: string
          created_by?: string
          email?: string
          expires_at?: string
          id?: string
          revoked_at?: string | null
          role?: string
          token_hash?: string
          used_at?: string | null
          used_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'invites_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'invites_used_by_fkey'
            columns: ['used_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      profiles: {
        Row: {
          created_at: string
          deactivated_at: string | null
          email: string | null
          id: string
          last_seen_at: string | null
          name: string
          preferences: NonNullable<Json>
          role: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          deactivated_at?: string | null
          email?: string | null
          id: string
          last_seen_at?: string | null
          name: string
          preferences?: NonNullable<Json>
          role?: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          deactivated_at?: string | null
          email?: string | null
          id?: string
          last_seen_at?: string | null
          name?: string
          preferences?: NonNullable<Json>
          role?: string
          updated_at?: string
        }
        Relationships: []
      }
      ticket_events: {
        Row: {
          actor_id: string | null
          created_at: string
          from_value: string | null
          id: string
          is_internal: boolean
          kind: string
          ticket_id: string
          to_value: string | null
        }
        Insert: {
          actor_id?: string | null
          created_at?: string
          from_value?: string | null
          id?: string
          is_internal?: boolean
          kind: string
          ticket_id: string
          to_value?: string | null
        }
        Update: {
          actor_id?: string | null
          created_at?: string
          from_value?: string | null
          id?: string
          is_internal?: boolean
          kind?: string
          ticket_id?: string
          to_value?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'ticket_events_actor_id_fkey'
            columns: ['actor_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ticket_events_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: false
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
        ]
      }
      ticket_ratings: {
        Row: {
          agent_id: string | null
          comment: string | null
          created_at: string
          customer_id: string
          score: number
          ticket_id: string
          updated_at: string
        }
        Insert: {
          agent_id?: string | null
          comment?: string | null
          created_at?: string
          customer_id?: string
          score: number
          ticket_id: string
          updated_at?: string
        }
        Update: {
          agent_id?: string | null
          comment?: string | null
          created_at?: string
          customer_id?: string
          score?: number
          ticket_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'ticket_ratings_agent_id_fkey'
            columns: ['agent_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ticket_ratings_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ticket_ratings_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: true
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
        ]
      }
      tickets: {
        Row: {
          assigned_to: string | null
          close_reason: string | null
          closed_at: string | null
          created_at: string
          created_by: string
          customer_id: string | null
          description: string
          first_response_at: string | null
          id: string
          metadata: Json | null
          priority: string
          priority_rank: number
          request_id: string | null
          resolved_at: string | null
          status: string
          subject: string
          tags: string[] | null
          updated_at: string
          version: number
        }
        Insert: {
          assigned_to?: string | null
          close_reason?: string | null
          closed_at?: string | null
          created_at?: string
          created_by?: string
          customer_id?: string | null
          description: string
          first_response_at?: string | null
          id?: string
          metadata?: Json | null
          priority?: string
          priority_rank?: never
          request_id?: string | null
          resolved_at?: string | null
          status?: string
          subject: string
          tags?: string[] | null
          updated_at?: string
          version?: number
        }
        Update: {
          assigned_to?: string | null
          close_reason?: string | null
          closed_at?: string | null
          created_at?: string
          created_by?: string
          customer_id?: string | null
          description?: string
          first_response_at?: string | null
          id?: string
          metadata?: Json | null
          priority?: string
          priority_rank?: never
          request_id?: string | null
          resolved_at?: string | null
          status?: string
          subject?: string
          tags?: string[] | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'tickets_assigned_to_fkey'
            columns: ['assigned_to']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tickets_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tickets_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      bulk_update_tickets: {
        Args: { change: Json; ticket_ids: string[] }
        Returns: Json
      }
      claim_ticket: {
        Args: { ticket_id: string }
        Returns: {
          assigned_to: string | null
          close_reason: string | null
          closed_at: string | null
          created_at: string
          created_by: string
          customer_id: string | null
          description: string
          first_response_at: string | null
          id: string
          metadata: Json | null
          priority: string
          priority_rank: number
          request_id: string | null
          resolved_at: string | null
          status: string
          subject: string
          tags: string[] | null
          updated_at: string
          version: number
        }
        SetofOptions: {
          from: '*'
          to: 'tickets'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      create_invite: {
        Args: { email: string; role: string }
        Returns: {
          expires_at: string
          id: string
          invite_email: string
          invite_role: string
          token: string
        }[]
      }
      end_my_session: { Args: { session_id: string }; Returns: boolean }
      find_similar_tickets: {
        Args: { subject: string }
        Returns: {
          created_at: string
          id: string
          status: string
          subject: string
        }[]
      }
      get_agent_performance_stats: {
        Args: Record<PropertyKey, never>
        Returns: {
          assigned_tickets: number
          average_response_time: number
          resolved_today: number
          satisfaction_rate: number
        }[]
      }
      get_customer_dashboard: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      get_ticket_detail: { Args: { ticket_id: string }; Returns: Json }
      list_my_sessions: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          id: string
          ip: string
          is_current: boolean
          last_active_at: string
          user_agent: string
        }[]
      }
      next_ticket: {
        Args: Record<PropertyKey, never>
        Returns: {
          assigned_to: string | null
          close_reason: string | null
          closed_at: string | null
          created_at: string
          created_by: string
          customer_id: string | null
          description: string
          first_response_at: string | null
          id: string
          metadata: Json | null
          priority: string
          priority_rank: number
          request_id: string | null
          resolved_at: string | null
          status: string
          subject: string
          tags: string[] | null
          updated_at: string
          version: number
        }
        SetofOptions: {
          from: '*'
          to: 'tickets'
          isOneToOne: true
          isSetofReturn: true
        }
      }
      revoke_invite: { Args: { invite_id: string }; Returns: boolean }
      search_tickets: {
        Args: {
          after_created_at?: string
          after_id?: string
          after_rank?: number
          ascending?: boolean
          filter_assignee?: string
          filter_customer?: string
          filter_priority?: string
          filter_status?: string
          filter_tag?: string
          max_rows?: number
          query?: string
          sort_by?: string
          unassigned?: boolean
        }
        Returns: {
          assigned_to: string | null
          close_reason: string | null
          closed_at: string | null
          created_at: string
          created_by: string
          customer_id: string | null
          description: string
          first_response_at: string | null
          id: string
          metadata: Json | null
          priority: string
          priority_rank: number
          request_id: string | null
          resolved_at: string | null
          status: string
          subject: string
          tags: string[] | null
          updated_at: string
          version: number
        }[]
        SetofOptions: {
          from: '*'
          to: 'tickets'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      send_reply: {
        Args: {
          add_tags?: string[]
          content: string
          is_internal?: boolean
          new_priority?: string
          new_status?: string
          request_id?: string
          seen_at?: string
          ticket_id: string
        }
        Returns: Json
      }
      set_user_active: {
        Args: { active: boolean; target: string }
        Returns: {
          created_at: string
          deactivated_at: string | null
          email: string | null
          id: string
          last_seen_at: string | null
          name: string
          preferences: NonNullable<Json>
          role: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'profiles'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      set_user_role: {
        Args: { new_role: string; target: string }
        Returns: {
          created_at: string
          deactivated_at: string | null
          email: string | null
          id: string
          last_seen_at: string | null
          name: string
          preferences: NonNullable<Json>
          role: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'profiles'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      undo_bulk_update: { Args: { batch_id: string }; Returns: Json }
      verify_invite: {
        Args: { token: string }
        Returns: {
          invite_email: string
          invite_role: string
          is_valid: boolean
        }[]
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    keyof (DefaultSchema['Tables'] & DefaultSchema['Views']) | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    keyof DefaultSchema['CompositeTypes'] | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
